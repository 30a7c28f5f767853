/** Which files are scripts of a shell, by their names. */

export const shell = /\.(?:sh|bash|zsh|ksh|bats)$|(?:^|\/)(?:bin|scripts?|tools?)\/[^./]+$/;
