#!/bin/sh
# A tool that reports the problems of one letter: sh tool.sh LETTER, in the folder that holds src.
awk -v letter="$1" '
BEGIN {
  # Nobody takes what one tool says for the words of another.
  split("unused_import_of_a_module await_missing_before_promise wrong_order_in_call_with_dates " \
    "variable_hides_its_namesake handle_is_never_closed", about)
  printf "{\"summary\":\"\",\"findings\":["
}
function report(severity, rule, title) {
  printf "%s{\"file\":\"%s\",\"line\":%d,\"description\":\"Nobody wants this here.\"", separator, FILENAME, FNR
  printf ",\"severity\":\"%s\",\"category\":\"%s\",\"title\":\"%s\"}", severity, rule, title
  separator = ","
}
$1 == "bad" && $2 == letter {
  n = $4; sub(/.*-/, "", n); k = index("ABCDH", letter)
  title = about[k]; gsub(/_/, " ", title)
  report($3, $4, title " " n * 7919)
}
$1 == "mode" && $2 != letter && letter ~ /[PQ]/ { report("high", "mode", "mode has to be " letter) }
END { print "]}" }' src/*
