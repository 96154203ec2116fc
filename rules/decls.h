/* What stands around the declarations of public headers: C++ may include them, and what they declare can be
 * called from outside the shared library, where all else is hidden.
 *
 * Public headers keep to what C and C++ have in common: no designated initialisers, compound
 * literals, `restrict`, flexible arrays or _Static_assert; tests/programs/headers.sh checks it.
 */
#ifndef GR_RULES_DECLS_H
#define GR_RULES_DECLS_H

#if defined(__GNUC__)
#define GR_BEGIN_VISIBLE _Pragma("GCC visibility push(default)")
#define GR_END_VISIBLE _Pragma("GCC visibility pop")
#else
#define GR_BEGIN_VISIBLE
#define GR_END_VISIBLE
#endif

#ifdef __cplusplus
#define GR_BEGIN_DECLS extern "C" { GR_BEGIN_VISIBLE
#define GR_END_DECLS GR_END_VISIBLE }
#else
#define GR_BEGIN_DECLS GR_BEGIN_VISIBLE
#define GR_END_DECLS GR_END_VISIBLE
#endif

#endif
