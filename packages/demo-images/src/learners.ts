import { at, type Drawing, disc, line, rect, repeat, shade } from './kit.ts';
import type { Person } from './person.ts';
import { brush, comb, dryer, lipstick, nailPolish, scissors } from './subjects/beauty.ts';
import { camera } from './subjects/culture.ts';
import { button, sewingMachine, spool } from './subjects/fashion.ts';
import { cake } from './subjects/kitchen.ts';
import { code, laptop, plug, rack } from './subjects/technology.ts';
import { bench, together } from './workplace.ts';

const { ink, sun, clay, green, leaf, sky, sand, white, mint, peach, mist, honey, wood } = shade;

const seamstress: Person = {
  skin: 'chestnut',
  hair: 'headwrap',
  wrap: clay,
  cloth: 'institute',
  clothes: 'crew',
  colour: leaf,
  extras: ['hoops', 'tape'],
};
const coder: Person = { skin: 'cocoa', hair: 'fade', clothes: 'shirt', colour: sun, extras: ['glasses'] };
const stylist: Person = {
  skin: 'umber',
  hair: 'puff',
  clothes: 'apron',
  colour: white,
  trim: green,
  extras: ['hoops'],
};
const baker: Person = { skin: 'russet', hair: 'toque', clothes: 'chef', colour: white, trim: clay };
const engineer: Person = { skin: 'cocoa', hair: 'hijab', wrap: clay, clothes: 'crew', colour: ink };
const photographer: Person = { skin: 'umber', hair: 'locs', clothes: 'crew', colour: green, beard: 'goatee' };
const graduate = (skin: Person['skin'], trim: string, extras: Person['extras'] = []): Person => ({
  skin,
  hair: 'mortarboard',
  clothes: 'gown',
  colour: ink,
  trim,
  extras,
});

const mic = (x: number): Drawing =>
  line(`M${x} 0v-120`, ink, 14) +
  disc(x, -140, 34, ink) +
  repeat(2, (i) => line(`M${x - 24} ${-150 + i * 18}h48`, white, 5));

export const slides: Record<string, Drawing> = {
  'slide/fashion': bench('slide fashion', {
    ground: sun,
    halo: honey,
    palette: 'institute',
    where: 'right',
    person: seamstress,
    top: wood,
    aside: -130,
    tools: at(220, -127, 0.52, sewingMachine(green)) + at(-390, -73, 0.4, spool(clay)),
  }),
  'slide/technology': bench('slide technology', {
    ground: sky,
    halo: mist,
    palette: 'institute',
    where: 'right',
    person: coder,
    top: ink,
    tools:
      at(0, -98, 0.54, laptop(green, code(white, sun))) +
      at(
        -330,
        -56,
        0.46,
        rect(-60, -120, 120, 240, clay, 20) +
          rect(-96, -70, 60, 110, clay, 30) +
          rect(-78, -46, 36, 62, ink, 18),
      ),
  }),
  'slide/beauty': bench('slide beauty', {
    ground: clay,
    halo: peach,
    palette: 'institute',
    where: 'right',
    person: stylist,
    top: sun,
    tools:
      at(-310, -120, 0.46, `<g transform="rotate(-24)">${dryer(sun, green)}</g>`) +
      at(300, -104, 0.42, lipstick(clay)) +
      at(390, -96, 0.5, nailPolish(leaf)) +
      at(0, -34, 0.46, `<g transform="rotate(90)">${comb(ink)}</g>`),
  }),
};

export const scenes: Record<string, Drawing> = {
  'news/parents-evening': together('parents', honey, white, 'craft', [
    { skin: 'umber', hair: 'crop', clothes: 'shirt', colour: leaf, beard: 'full' },
    { skin: 'cocoa', hair: 'puff', clothes: 'polo', colour: sky, trim: white },
    {
      skin: 'chestnut',
      hair: 'headwrap',
      wrap: clay,
      cloth: 'beauty',
      clothes: 'gomesi',
      colour: clay,
      trim: sun,
      extras: ['hoops'],
    },
  ]),
  'about/banner': together('about', leaf, sun, 'institute', [
    coder,
    seamstress,
    photographer,
    stylist,
    baker,
  ]),
  'gallery/graduation-day': together('graduation', sky, honey, 'office', [
    graduate('cocoa', sun),
    graduate('chestnut', clay, ['hoops']),
    graduate('umber', leaf, ['glasses']),
  ]),
  'gallery/sewing-class': bench('sewing class', {
    ground: mint,
    halo: white,
    palette: 'fashion',
    where: 'table',
    person: { skin: 'cocoa', hair: 'braids', clothes: 'crew', colour: clay, extras: ['tape'] },
    top: wood,
    aside: -170,
    tools: at(260, -137, 0.56, sewingMachine(sky)) + at(-470, -54, 0.6, button(sun)),
  }),
  'gallery/network-cabling': bench('cabling', {
    ground: sky,
    halo: mist,
    palette: 'technology',
    where: 'table',
    person: engineer,
    top: ink,
    behind: at(-470, 440, 0.92, rack([leaf, sun, clay])) + at(470, 440, 0.92, rack([sun, leaf, sun])),
    tools: at(120, -78, 0.4, plug(sun)),
  }),
  'gallery/make-up-practice': bench('make-up', {
    ground: peach,
    halo: honey,
    palette: 'beauty',
    where: 'table',
    person: { skin: 'russet', hair: 'bun', clothes: 'apron', colour: ink, trim: clay, extras: ['studs'] },
    top: white,
    tools:
      at(-370, -113, 0.46, lipstick(clay)) +
      at(-290, -124, 0.42, brush(sun)) +
      at(320, -130, 0.42, scissors(green)),
  }),
  'gallery/camera-practice': bench('camera', {
    ground: sun,
    halo: honey,
    palette: 'craft',
    where: 'table',
    person: photographer,
    top: green,
    tools: at(0, -102, 0.44, camera(sand, sky)),
  }),
  'gallery/baking-contest': bench('baking', {
    ground: leaf,
    halo: mint,
    palette: 'beauty',
    where: 'table',
    person: baker,
    top: white,
    aside: -190,
    tools: at(300, -224, 0.7, cake),
  }),
  'news/student-council': bench('council', {
    ground: green,
    halo: sun,
    palette: 'institute',
    where: 'table',
    person: {
      skin: 'chestnut',
      hair: 'afro',
      clothes: 'blazer',
      colour: clay,
      trim: white,
      extras: ['studs'],
    },
    top: wood,
    tools: mic(-40) + mic(40),
  }),
};
