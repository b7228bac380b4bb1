export const picture = (name: string): string => `/images/demo/${name}.webp`;
