/** The largest number of filters that a request or a share can have. */
export const filtersMax = 20;
