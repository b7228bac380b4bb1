import addresses from './images.json' with { type: 'json' };

/** Address of a demo image by the name under which `packages/demo-images` draws it. */
export const demoImage = (name: keyof typeof addresses): string => addresses[name];
