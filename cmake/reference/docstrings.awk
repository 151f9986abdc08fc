# SPDX-License-Identifier: Apache-2.0
# awk -f docstrings.awk HEADER: the header as Doxygen wants it. Comments before a declaration begin with /// or /**,
# those behind one with ///< or /**<. The one at the top is the file's, and that of a class with the file's name which has
# none. Of // comments, text that is set further in stays as it is, and what looks like a command of Doxygen's is text.

# Outside of `code` nothing is a command, a tag or a link.
function plain(text,   parts, count, i, all) {
  count = split(text, parts, "`")
  for (i = 1; i <= count; ++i) {
    if (i % 2 == 1) gsub(/[\\@<>#%&]/, "\\\\&", parts[i])
    all = all (i > 1 ? "`" : "") parts[i]
  }
  return all
}

# Prints lines of // comments, without these two characters, as documentation.
function document(lines, count, indent,   i, item, inside) {
  for (i = 1; i <= count; ++i) {
    if (lines[i] !~ /^   /) {
      item = lines[i] ~ /^ +([-*]|[0-9]+\.) /
      if (inside) print indent "/// ~~~"
      inside = 0
    } else if (!item && !inside) {
      print indent "/// ~~~"
      inside = 1
    }
    print indent "///" (inside ? lines[i] : plain(lines[i]))
  }
  if (inside) print indent "/// ~~~"
}

# Prints the comment that was kept; `documents`: a declaration follows.
function flush(documents,   i, lines, count) {
  for (i = 1; i <= kept; ++i) {
    if (documents && comment[i] !~ /^ ---/) lines[++count] = comment[i]
    else print indent "//" comment[i]
  }
  document(lines, count, indent)
  kept = 0
}

function class_of_file(   name) {
  name = FILENAME
  gsub(/^.*\/|\.h$|_/, "", name)
  return name
}

FNR == 1 { print; top = 1; next }  # the licence

# The comment at the top.
top == 1 && /^\/\/\// { print "/// @file"; top = 2 }
top == 1 && /^\/\*/ { sub(/^\/\*/, "/** @file\n *"); top = 0 }
top == 1 && /^\/\// { file[++about] = substr($0, 3); next }
top && !/^\/\// {
  if (about) print "/// @file"
  document(file, about, "")
  top = 0
}

# A comment below one that stands behind a declaration, at the same column, goes on with that.
/^ *\/\/([^\/]|$)/ {
  column = index($0, "//")
  if (column == behind) {
    print substr($0, 1, column - 1) "///<" plain(substr($0, column + 2))
    next
  }
  indent = substr($0, 1, column - 1)
  comment[++kept] = substr($0, column + 2)
  next
}

{
  if (about && !kept && $0 !~ /;$/ && /^(class|struct) / && tolower($2) == class_of_file()) document(file, about, "")
  flush($0 !~ /^ *$|^ *[#}]|^ *(public|private|protected):|^ *namespace /)
  behind = 0
  if ($0 !~ /^ *[#}]|\/\/\/|^ *namespace |{ +\/\// && match($0, /[^ ] +\/\/ /)) {
    behind = RSTART + RLENGTH - 3
    $0 = substr($0, 1, behind - 1) "///<" plain(substr($0, behind + 2))
  }
  if (/^ *\/\* / && $0 !~ /\/\* (--|NOLINT)/) sub(/\/\*/, "/**")
  else if (/[^ {] +\/\* .*\*\/$/) sub(/\/\* /, "/**< ")
  print
}
END { flush(0) }
