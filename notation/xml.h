/* Text for XML and HTML. Internal to notation/. */
#ifndef GR_NOTATION_XML_H
#define GR_NOTATION_XML_H

#include "notation/buffer.h"

/* Adds text to an element or to an attribute's value in quotes: markup is escaped, and what XML
 * does not allow (control characters, broken UTF-8) becomes U+FFFD. */
void gr_xml_text(GrBuffer *out, const char *text);

/* The same to an element alone, where quotes may stand as they are. */
void gr_xml_element(GrBuffer *out, const char *text);

#endif
