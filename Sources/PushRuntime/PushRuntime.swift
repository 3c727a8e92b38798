// The module's first file; replaced as its parts arrive.
