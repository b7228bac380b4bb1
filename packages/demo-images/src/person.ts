import { palettes } from '@institute/ui/pattern/palette.ts';
import { cloth, through } from './kit.ts';

export const skins = {
  umber: '#4b2d21',
  cocoa: '#5b3727',
  chestnut: '#6f4530',
  russet: '#86563a',
  bronze: '#9d6c49',
} as const;
export const hairColours = { black: '#17130f', brown: '#2c1a12', grey: '#8d877e' } as const;

export interface Person {
  skin: keyof typeof skins;
  hair:
    | 'bald'
    | 'crop'
    | 'fade'
    | 'afro'
    | 'puff'
    | 'bun'
    | 'braids'
    | 'locs'
    | 'bob'
    | 'headwrap'
    | 'hijab'
    | 'toque'
    | 'mortarboard'
    | 'cap';
  hairColour?: keyof typeof hairColours;
  /** Colour of a headwrap, hijab, cap or tie. */
  wrap?: string;
  clothes:
    | 'crew'
    | 'shirt'
    | 'blazer'
    | 'kitenge'
    | 'gomesi'
    | 'apron'
    | 'chef'
    | 'polo'
    | 'tracksuit'
    | 'gown'
    | 'dress';
  colour: string;
  trim?: string;
  cloth?: keyof typeof palettes;
  beard?: 'full' | 'goatee' | 'stubble';
  extras?: readonly (
    | 'glasses'
    | 'round glasses'
    | 'hoops'
    | 'studs'
    | 'beads'
    | 'lanyard'
    | 'whistle'
    | 'tape'
    | 'tie'
  )[];
}

/** The shape `d`, filled with the person's cloth. */
export const figured = (name: string, d: string, person: Person, tile = 64) =>
  through(
    d,
    cloth({
      x: 0,
      y: 0,
      tile,
      cols: Math.ceil(640 / tile),
      rows: Math.ceil(900 / tile),
      seed: name,
      palette: palettes[person.cloth ?? 'institute'],
    }),
  );
