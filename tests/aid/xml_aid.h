/* For the tests of pictures and pages. */
#ifndef GR_TESTS_XML_AID_H
#define GR_TESTS_XML_AID_H

#include <stdbool.h>

/* Is it one element with all tags closed in order, and no stray markup? A small checker of our own,
 * for the subset of XML that pictures and pages need. */
bool aid_well_formed(const char *xml);

#endif
