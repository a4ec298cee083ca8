"""Where the files of packs lie: folders, zips, installed packages; nothing else is opened."""
