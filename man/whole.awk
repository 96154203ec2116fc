# A page of the manual, with what several pages have in place of the comment that names it.
/^\.\\" Here stands [a-z.]+\.$/ {
    part = "man/" substr($4, 1, length($4) - 1)
    while ((got = (getline line < part)) > 0)
        print line
    if (got < 0) {
        print "there is no " part > "/dev/stderr"
        exit 1
    }
    close(part)
    next
}
{ print }
