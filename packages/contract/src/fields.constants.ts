/** Lengths are UTF-16 units, after trimming and NFC. */
export const fieldLimits = {
  email: 254,
  phone: { min: 7, max: 32 },
  url: 2000,
  imageAlt: 200,
  listItems: 50,
  listItem: 200,
  id: 2147483647,
} as const;
