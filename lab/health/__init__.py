"""Whether the instrument is sound: checks of stored games and of the numbers made of them, one file each in
`checks`.
"""
