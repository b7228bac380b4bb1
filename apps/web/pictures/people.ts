import { shade } from './kit.ts';
import type { Person } from './person.ts';

const { green, leaf, sun, clay, sky, ink, sand, white, mint, peach, mist, honey } = shade;

/** A person before a ground of one colour. */
export interface Portrait extends Person {
  ground: string;
  halo: string;
}

export const people: Record<string, Portrait> = {
  'person/woman-1': { ground: green, halo: sun, skin: 'cocoa', hair: 'headwrap', wrap: clay, cloth: 'beauty', clothes: 'blazer', colour: ink, trim: white, extras: ['studs'] },
  'person/woman-2': { ground: sand, halo: peach, skin: 'chestnut', hair: 'braids', clothes: 'dress', colour: clay, trim: sun, cloth: 'fashion', extras: ['hoops'] },
  'person/woman-3': { ground: sky, halo: mist, skin: 'russet', hair: 'hijab', wrap: sun, clothes: 'crew', colour: green, extras: [] },
  'person/woman-4': { ground: clay, halo: honey, skin: 'umber', hair: 'afro', clothes: 'apron', colour: white, trim: green, extras: ['hoops'] },
  'person/woman-5': { ground: honey, halo: white, skin: 'cocoa', hair: 'bun', hairColour: 'grey', clothes: 'gomesi', colour: clay, trim: sun, extras: ['glasses'] },
  'person/woman-6': { ground: leaf, halo: mint, skin: 'bronze', hair: 'bob', clothes: 'shirt', colour: sky, trim: sun, extras: ['lanyard'] },
  'person/man-1': { ground: sun, halo: honey, skin: 'umber', hair: 'fade', clothes: 'blazer', colour: green, trim: white, extras: ['tie'], beard: 'stubble' },
  'person/man-2': { ground: sand, halo: mint, skin: 'cocoa', hair: 'bald', clothes: 'kitenge', colour: leaf, trim: ink, cloth: 'institute', beard: 'full', hairColour: 'grey', extras: ['glasses'] },
  'person/man-3': { ground: sky, halo: honey, skin: 'chestnut', hair: 'crop', clothes: 'polo', colour: sun, trim: ink, extras: ['lanyard'] },
  'person/man-4': { ground: leaf, halo: sun, skin: 'umber', hair: 'cap', wrap: clay, clothes: 'tracksuit', colour: ink, trim: white, extras: ['whistle'], beard: 'goatee' },
  'person/man-5': { ground: clay, halo: peach, skin: 'russet', hair: 'toque', clothes: 'chef', colour: white, trim: green, beard: 'stubble' },
  'person/man-6': { ground: mist, halo: white, skin: 'cocoa', hair: 'locs', clothes: 'crew', colour: clay, beard: 'goatee', extras: ['round glasses'] },

  'alumni/woman-1': { ground: sun, halo: honey, skin: 'chestnut', hair: 'puff', clothes: 'tracksuit', colour: green, trim: white, extras: ['hoops'] },
  'alumni/woman-2': { ground: clay, halo: peach, skin: 'cocoa', hair: 'headwrap', wrap: green, cloth: 'institute', clothes: 'crew', colour: sand, extras: ['beads', 'studs'] },
  'alumni/woman-3': { ground: mist, halo: white, skin: 'bronze', hair: 'hijab', wrap: green, clothes: 'crew', colour: ink, extras: ['glasses'] },
  'alumni/woman-4': { ground: sand, halo: mint, skin: 'umber', hair: 'bob', clothes: 'blazer', colour: sky, trim: sun, extras: ['studs'] },
  'alumni/man-1': { ground: sky, halo: mist, skin: 'umber', hair: 'crop', clothes: 'tracksuit', colour: sun, trim: ink, beard: 'stubble' },
  'alumni/man-2': { ground: leaf, halo: mint, skin: 'cocoa', hair: 'locs', clothes: 'kitenge', colour: clay, trim: sun, cloth: 'fashion', beard: 'full' },
  'alumni/man-3': { ground: sand, halo: honey, skin: 'russet', hair: 'afro', clothes: 'crew', colour: leaf, beard: 'full', extras: ['round glasses'] },
  'alumni/man-4': { ground: clay, halo: honey, skin: 'chestnut', hair: 'fade', clothes: 'shirt', colour: mint, beard: 'full' },

  'testimonial/woman-1': { ground: green, halo: mint, skin: 'cocoa', hair: 'braids', clothes: 'polo', colour: sun, trim: ink, extras: ['whistle'] },
  'testimonial/man-1': { ground: honey, halo: white, skin: 'umber', hair: 'bald', clothes: 'tracksuit', colour: clay, trim: white, beard: 'goatee' },
  'testimonial/man-2': { ground: sky, halo: honey, skin: 'russet', hair: 'cap', wrap: green, clothes: 'polo', colour: white, trim: green, extras: ['whistle'] },
};
