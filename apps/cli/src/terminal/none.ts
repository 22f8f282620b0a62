/** The option value that removes a setting. */
export const none = 'none';

/** Returns the value for the API, which removes a setting that is null. */
export function orNull(given: string | undefined): string | null | undefined {
  return given === none ? null : given;
}
