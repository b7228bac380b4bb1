import addresses from './pictures.json' with { type: 'json' };

/** The address of a picture of the site's own, by the name that it was drawn under. */
export const picture = (name: keyof typeof addresses): string => addresses[name];
