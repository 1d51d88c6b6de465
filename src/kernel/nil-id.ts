/** The id that nothing has: it stands for "none" where a key may not be null, and comes before all others. */
export const nilId = '00000000-0000-0000-0000-000000000000';
