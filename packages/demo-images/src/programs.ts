import { at, group, line, shade } from './kit.ts';
import type { Poster } from './scene.ts';
import { breeze, comb, dryer, scissors } from './subjects/beauty.ts';
import { camera, guitar, note } from './subjects/culture.ts';
import { dressForm, tape } from './subjects/fashion.ts';
import { mixingBowl, whisk } from './subjects/kitchen.ts';
import { growth } from './subjects/office.ts';
import { ball, goal } from './subjects/sport.ts';
import { circuitMonitor, gear, laptop, robot, wrench } from './subjects/technology.ts';

const { green, leaf, sun, clay, sky, ink, sand, white, mint, peach, mist, honey } = shade;

export const programs: Record<string, Poster> = {
  'program/cosmetology': {
    ground: sun,
    halo: honey,
    palette: 'beauty',
    side: 'left',
    subject:
      group('translate(-120 10) rotate(-8)', scissors(clay, white)) +
      group('translate(220 0) rotate(10)', comb(green)),
  },
  'program/information-technology': {
    ground: sky,
    halo: mist,
    palette: 'technology',
    side: 'right',
    subject: circuitMonitor(sky),
  },
  'program/fashion-design': {
    ground: sand,
    halo: green,
    form: 'arch',
    palette: 'fashion',
    side: 'left',
    subject: dressForm('form', 'fashion') + tape(sun),
    scale: 1.08,
  },
  'program/hairdressing': {
    ground: clay,
    halo: peach,
    palette: 'beauty',
    side: 'right',
    subject: group('translate(80 -10)', dryer(sun, green)) + at(90, 0, 0.86, breeze(white)),
  },
  'program/photography-video': {
    ground: leaf,
    halo: mint,
    palette: 'craft',
    side: 'left',
    subject: camera(sand, sky),
  },
  'program/baking-catering': {
    ground: honey,
    halo: white,
    palette: 'beauty',
    side: 'right',
    subject: group('translate(60 -110) rotate(24)', whisk(clay)) + at(-10, 60, 1, mixingBowl('bowl')),
  },
  'program/music': {
    ground: green,
    halo: sun,
    palette: 'institute',
    side: 'left',
    subject:
      group('translate(-40 120) rotate(32) scale(0.94)', guitar('guitar')) + at(-220, -200, 0.8, note(ink)),
  },
  'program/holiday-coding-camp': {
    ground: mint,
    halo: sun,
    palette: 'camp',
    side: 'right',
    subject: at(0, 60, 1, robot(leaf, green)) + line('M-330-70l-90 90l90 90M330-70l90 90l-90 90', ink, 32),
  },
  'program/football-camp': {
    ground: leaf,
    halo: green,
    form: 'sunrise',
    palette: 'camp',
    side: 'left',
    subject: at(0, -60, 1, goal(mint)) + at(0, 130, 0.86, ball),
  },
  'program/business-clinic': { ground: sand, halo: mint, palette: 'office', side: 'right', subject: growth },
  'program/computer-repair': {
    ground: mist,
    halo: honey,
    palette: 'technology',
    side: 'left',
    subject:
      at(0, 20, 1, laptop(sky, at(0, 0, 0.8, gear(white, sky)))) +
      group('translate(150 40) rotate(38) scale(0.86)', wrench(clay)),
  },
};
