/** The words of the explanations of figures. */

export const helpWords = {
  call: 'The same figures from the API',
} as const;
