# Makes C of files of weights, which are built into the library: the lines of each, as strings.
function name_of(file) { sub(/.*\//, "", file); sub(/\.txt$/, "", file); return file }
BEGIN {
    print "/* Generated from analysis/engine/tables. */"
    print "#include \"analysis/engine/weights_built_in.h\"\n"
}
FNR == 1 {
    if (files++)
        print "    NULL};\n"
    print "static const char *const table_" files "[] = {"
    name[files] = name_of(FILENAME)
}
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\","
}
END {
    if (files)
        print "    NULL};\n"
    print "const GrBuiltInWeights gr_built_in_weights[] = {"
    for (i = 1; i <= files; i++)
        print "    {\"" name[i] "\", table_" i "},"
    print "    {NULL, NULL}};"
}
