/**
 * SQL condition for listings that are their brand's: on the site, or would be if an operator had not hidden them or the brand.
 * Whether they are hidden is kept by a trigger on every write.
 */
export const isOwn = (listing: string): string => `${listing}.status IN ('live', 'hidden')`;
