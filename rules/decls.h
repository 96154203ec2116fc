/* What stands around the declarations of public headers, so that C++ may include them.
 *
 * Public headers keep to what C and C++ have in common: no designated initialisers, compound
 * literals, `restrict`, flexible arrays or _Static_assert; tests/programs/headers.sh checks it.
 */
#ifndef GR_RULES_DECLS_H
#define GR_RULES_DECLS_H

#ifdef __cplusplus
#define GR_BEGIN_DECLS extern "C" {
#define GR_END_DECLS }
#else
#define GR_BEGIN_DECLS
#define GR_END_DECLS
#endif

#endif
