import { palettes } from '../src/ui/pattern/palette.ts';
import { bowl, cloth, type Drawing, disc, dome, group, line, mix, path, polygon, rect, repeat, ring, shade, through } from './kit.ts';

export const skins = { umber: '#4b2d21', cocoa: '#5b3727', chestnut: '#6f4530', russet: '#86563a', bronze: '#9d6c49' } as const;
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
  /** Of a headwrap, hijab, cap or tie. */
  wrap?: string;
  clothes: 'crew' | 'shirt' | 'blazer' | 'kitenge' | 'gomesi' | 'apron' | 'chef' | 'polo' | 'tracksuit' | 'gown' | 'dress';
  colour: string;
  trim?: string;
  cloth?: keyof typeof palettes;
  beard?: 'full' | 'goatee' | 'stubble';
  extras?: readonly ('glasses' | 'round glasses' | 'hoops' | 'studs' | 'beads' | 'lanyard' | 'whistle' | 'tape' | 'tie')[];
}

const HEAD = 'M232 246a88 88 0 0 1 176 0v42c0 62-40 104-88 104s-88-42-88-104z';
const BODY = 'M84 900v-318c0-76 50-126 122-132h228c72 6 122 56 122 132v318z';

const figured = (name: string, d: string, person: Person, tile = 64) =>
  through(
    d,
    cloth({ x: 0, y: 0, tile, cols: Math.ceil(640 / tile), rows: Math.ceil(900 / tile), seed: name, palette: palettes[person.cloth ?? 'institute'] }),
  );

function hairBehind({ hair, hairColour = 'black', wrap = shade.clay }: Person): Drawing {
  const tone = hairColours[hairColour];
  const sheen = mix(tone, shade.wood, 0.22);
  switch (hair) {
    case 'afro':
      return disc(320, 222, 158, tone);
    case 'puff':
      return disc(320, 122, 78, tone);
    case 'bun':
      return disc(320, 130, 52, tone) + ring(320, 130, 26, 7, sheen);
    case 'bob':
      return rect(196, 148, 248, 270, tone, 112);
    case 'braids':
      return (
        rect(204, 146, 232, 400, tone, 100) +
        repeat(4, (i) => line(`M${222 + i * 14} 330v196`, sheen, 3)) +
        repeat(4, (i) => line(`M${376 + i * 14} 330v196`, sheen, 3))
      );
    case 'locs':
      return repeat(7, (i) => rect(192 + i * 36, 190, 40, 200 - (i % 2) * 24, tone, 18)) + disc(320, 240, 116, tone);
    default:
      return '';
  }
}

const CAP = 'M226 262c0-74 38-116 94-116s94 42 94 116c-8-26-20-42-36-48c-40-12-76-12-116 0c-16 6-28 22-36 48z';

function hairBefore(person: Person): Drawing {
  const { hair, hairColour = 'black', wrap = shade.clay } = person;
  const tone = hairColours[hairColour];
  const sheen = mix(tone, shade.wood, 0.22);
  const lowCap = path(CAP, tone);
  switch (hair) {
    case 'bald':
      return '';
    case 'fade':
      return (
        path('M230 268c-6-80 34-122 90-122s96 42 90 122c-6-26-14-46-26-58h-128c-12 12-20 32-26 58z', mix(tone, skins[person.skin], 0.4)) +
        path('M244 212c-2-48 30-76 76-76s78 28 76 76c-44-10-108-10-152 0z', tone)
      );
    case 'braids':
      return (
        rect(204, 300, 38, 236, tone, 18) + rect(398, 300, 38, 236, tone, 18) +
        lowCap + line('M320 148v58M276 158l10 50M364 158l-10 50M218 330v190M230 330v190M410 330v190M422 330v190', sheen, 3)
      );
    case 'locs':
      return lowCap + repeat(5, (i) => line(`M${264 + i * 28} 166l${(i - 2) * 4} 42`, sheen, 4));
    case 'puff':
    case 'bun':
      return path('M230 250c-2-64 36-104 90-104s92 40 90 104c-22-38-52-56-90-56s-68 18-90 56z', tone);
    case 'bob':
      return path('M228 286c-10-84 24-140 92-140s102 56 92 140c-10-40-30-66-62-82c-36 32-84 38-122 82z', tone);
    case 'headwrap':
      return (
        path('M372 130c-4-56 26-86 78-90c8 52-20 88-66 96zM392 142c40-24 78-18 102 14c-34 30-76 26-104-2z', wrap) +
        figured('wrap', 'M216 246c-44-50-36-166 104-168s148 118 104 168c-52-40-156-40-208 0z', person, 72) +
        path('M212 252c50-48 166-48 216 0l6-34c-60-44-168-44-228 0z', wrap)
      );
    case 'hijab':
      return (
        `<path fill-rule="evenodd" fill="${wrap}" d="M320 138c-76 0-112 60-110 148c2 66-10 116-64 172c36 72 96 112 174 112s138-40 174-112c-54-56-66-106-64-172c2-88-34-148-110-148zM246 276c0 64 26 110 74 110s74-46 74-110c0-56-28-84-74-84s-74 28-74 84z"/>` +
        line('M262 392c40 40 116 40 168-24M196 446c70 70 180 76 262-6', mix(wrap, shade.ink, 0.28), 6)
      );
    case 'toque':
      return (
        disc(264, 128, 52, shade.white) + disc(320, 106, 60, shade.white) + disc(376, 128, 52, shade.white) +
        rect(234, 130, 172, 84, shade.white, 10) +
        rect(228, 190, 184, 34, mix(shade.white, shade.ink, 0.12), 10)
      );
    case 'mortarboard':
      return (
        lowCap +
        path('M236 206v-58h168v58c-50-22-118-22-168 0z', shade.ink) +
        polygon('320,70 496,138 320,206 144,138', mix(shade.ink, shade.white, 0.1)) +
        line('M320 138l128 26v70', shade.sun, 7) +
        rect(438, 232, 20, 42, shade.sun, 6)
      );
    case 'cap':
      return (
        path('M228 232c-4-68 36-104 92-104s96 36 92 104z', wrap) +
        path('M222 218h206c34 0 58 14 64 34c-88-16-184-16-270-4z', mix(wrap, shade.ink, 0.3)) +
        disc(320, 130, 10, mix(wrap, shade.ink, 0.3))
      );
    default:
      return lowCap;
  }
}

function clothes(person: Person, skin: string): Drawing {
  const { colour, trim = shade.white } = person;
  const dark = mix(colour, shade.ink, 0.22);
  const body = path(BODY, colour);
  const round = bowl(320, 448, 66, skin);
  const vee = polygon('252,448 388,448 320,560', skin);
  const collar = (fill: string) => polygon('256,440 320,520 270,560 214,462', fill) + polygon('384,440 320,520 370,560 426,462', fill);
  switch (person.clothes) {
    case 'shirt':
      return body + vee + line('M320 540v100', dark, 6) + collar(mix(colour, shade.white, 0.35)) + repeat(2, (i) => disc(336, 578 + i * 40, 6, dark));
    case 'chef':
      return (
        body + round + path('M320 520v380h-96v-240z', mix(colour, shade.ink, 0.07)) + repeat(4, (i) => disc(i % 2 ? 366 : 274, 560 + (i >> 1) * 50, 10, shade.ink)) +
        polygon('248,446 392,446 350,506 320,490 290,506', trim) + polygon('308,492 332,492 348,540 292,540', trim)
      );
    case 'polo':
      return body + vee + collar(trim) + line('M306 548v60M334 548v60', dark, 6);
    case 'blazer':
      return (
        path('M236 446h168l-84 214z', trim) + polygon('262,446 378,446 320,530', skin) +
        path('M84 900v-318c0-76 50-126 122-132h32l82 210v240zM556 900v-318c0-76-50-126-122-132h-32l-82 210v240z', colour) +
        polygon('238,446 320,640 246,576 262,548 200,520', dark) + polygon('402,446 320,640 394,576 378,548 440,520', dark)
      );
    case 'kitenge':
      return figured('shirt', BODY, person) + round + line('M254 448a66 66 0 0 0 132 0', trim, 12, 'butt');
    case 'dress':
      return figured('dress', BODY, person) + path('M230 448c10 60 50 84 90 84s80-24 90-84z', skin) + line('M230 448c10 60 50 84 90 84s80-24 90-84', trim, 12, 'butt');
    case 'gomesi':
      return (
        path('M92 900v-324l-40-124l114 22l62-24h184l62 24l114-22l-40 124v324z', colour) +
        path('M244 448h152v58h-152z', skin) + line('M238 448v64h164v-64', trim, 14, 'butt') +
        path('M92 604h456v56H92z', trim) + disc(262, 540, 9, trim) + disc(262, 566, 9, trim)
      );
    case 'apron':
      return body + round + path('M212 900v-364h216v364z', trim) + line('M222 540l18-92M418 540l-18-92', trim, 16, 'butt');
    case 'tracksuit':
      return body + polygon('270,448 370,448 320,520', trim) + line('M320 500v140', trim, 8) + line('M130 660c0-76 16-136 72-172M510 660c0-76-16-136-72-172', trim, 14, 'butt') + collar(dark);
    case 'gown':
      return body + vee + polygon('232,448 320,600 320,640 276,640 188,456', trim) + polygon('408,448 320,600 320,640 364,640 452,456', trim);
    default:
      return body + round + line('M254 448a66 66 0 0 0 132 0', dark, 10, 'butt');
  }
}

function face({ skin, hairColour = 'black', beard }: Person): Drawing {
  const tone = skins[skin];
  const deep = mix(tone, '#120a07', 0.5);
  const brow = mix(hairColours[hairColour], deep, 0.3);
  const beards = {
    full: path('M232 286c8 26 22 40 44 38c28-6 60-6 88 0c22 2 36-12 44-38v6c0 62-40 106-88 106s-88-44-88-106z', hairColours[hairColour]),
    goatee: path('M274 350c-2-22 14-34 46-34s48 12 46 34c-4 32-20 46-46 46s-42-14-46-46z', hairColours[hairColour]),
    stubble: path('M236 300c14 34 26 30 46 28h76c20 2 32 6 46-28c-2 54-40 92-84 92s-82-38-84-92z', mix(tone, hairColours[hairColour], 0.3)),
  };
  return (
    (beard ? beards[beard] : '') +
    disc(284, 268, 9, '#140c09') + disc(356, 268, 9, '#140c09') +
    line('M264 242q20-13 40-2M336 240q20-11 40 2', brow, 8) +
    line('M322 274c-4 16-12 26-10 32c4 5 12 5 18 2', deep, 6) +
    line('M288 340q32 26 64 0', beard === 'full' || beard === 'goatee' ? tone : deep, 8)
  );
}

function extra(kind: NonNullable<Person['extras']>[number], person: Person): Drawing {
  const trim = person.trim ?? shade.sun;
  const tie = person.wrap ?? shade.clay;
  switch (kind) {
    case 'glasses':
      return `<g fill="none" stroke="${shade.ink}" stroke-width="8"><rect x="254" y="246" width="58" height="48" rx="14"/><rect x="328" y="246" width="58" height="48" rx="14"/><path d="M312 264h16M254 262l-22-6M386 262l22-6"/></g>`;
    case 'round glasses':
      return `<g fill="none" stroke="${shade.sun}" stroke-width="7"><circle cx="284" cy="270" r="30"/><circle cx="356" cy="270" r="30"/><path d="M314 266q6-6 12 0M254 266l-22-8M386 266l22-8"/></g>`;
    case 'hoops':
      return ring(228, 336, 20, 7, shade.sun) + ring(412, 336, 20, 7, shade.sun);
    case 'studs':
      return disc(230, 314, 9, shade.sun) + disc(410, 314, 9, shade.sun);
    case 'beads':
      return repeat(9, (i) => disc(320 + Math.cos(Math.PI * (0.06 + i * 0.11)) * 82, 446 + Math.sin(Math.PI * (0.06 + i * 0.11)) * 84, 12, [shade.sun, shade.clay, shade.white][i % 3] ?? shade.sun));
    case 'lanyard':
      return line('M250 450l70 130M390 450l-70 130', trim, 12, 'butt') + rect(284, 572, 72, 68, shade.white, 8) + dome(320, 626, 20, shade.leaf) + disc(320, 596, 11, shade.leaf);
    case 'whistle':
      return line('M252 450l72 124M388 450l-64 124', shade.ink, 6) + disc(318, 592, 24, shade.sun) + rect(318, 568, 50, 22, shade.sun, 4) + disc(318, 592, 9, shade.ink);
    case 'tape':
      return line('M216 456c10 60 14 120 14 184M424 456c-10 60-14 120-14 184', shade.sun, 26, 'butt') + repeat(8, (i) => line(`M${222 + (i % 2)} ${484 + i * 20}h10M${408 - (i % 2)} ${484 + i * 20}h10`, shade.ink, 4, 'butt'));
    default:
      return polygon('304,516 336,516 352,660 288,660', tie) + polygon('296,492 344,492 338,526 302,526', mix(tie, shade.ink, 0.25));
  }
}

const TALL: readonly string[] = ['afro', 'puff', 'bun', 'headwrap', 'toque', 'mortarboard'];
const ON_THE_HEAD: readonly string[] = ['glasses', 'round glasses', 'hoops', 'studs'];

/** Head and shoulders in a square of 640, standing on its lower edge. */
export function bust(person: Person): Drawing {
  const skin = skins[person.skin];
  const shadow = mix(skin, '#120a07', 0.3);
  const ears = person.hair === 'hijab' ? '' : disc(230, 282, 22, shadow) + disc(410, 282, 22, shadow);
  const extras = (worn: boolean) =>
    (person.extras ?? []).filter((kind) => ON_THE_HEAD.includes(kind) === worn).map((kind) => extra(kind, person));
  const scale = TALL.includes(person.hair) ? 1.04 : 1.2;
  return group(
    `translate(320 652) scale(${scale}) translate(-320 -640)`,
    group('translate(0 22)', hairBehind(person)),
    path('M272 340h96v110h-96z', skin),
    clothes(person, skin),
    path('M272 392c28 32 68 32 96 0v26c-20 36-76 36-96 0z', shadow),
    ...extras(false),
    group(
      'translate(0 22)',
      ears,
      path(HEAD, skin),
      through(HEAD, rect(320, 140, 100, 270, mix(skin, '#120a07', 0.14))),
      face(person),
      hairBefore(person),
      ...extras(true),
    ),
  );
}
