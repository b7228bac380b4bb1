import addresses from './images.json' with { type: 'json' };

/** The address of an image of the site's own, by the name that it was drawn under. */
export const demoImage = (name: keyof typeof addresses): string => addresses[name];
