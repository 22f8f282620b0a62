/** The scripts that are loaded later, with the components of several pages. */

export const exploring = () => import('../exploring/exploring.ts');
export const administration = () => import('../administration/administration.ts');
