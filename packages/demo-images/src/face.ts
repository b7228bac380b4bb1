import { type Drawing, disc, dome, line, mix, path, polygon, rect, repeat, ring, shade } from './kit.ts';
import { hairColours, type Person, skins } from './person.ts';

export function face({ skin, hairColour = 'black', beard }: Person): Drawing {
  const tone = skins[skin];
  const deep = mix(tone, '#120a07', 0.5);
  const brow = mix(hairColours[hairColour], deep, 0.3);
  const beards = {
    full: path(
      'M232 286c8 26 22 40 44 38c28-6 60-6 88 0c22 2 36-12 44-38v6c0 62-40 106-88 106s-88-44-88-106z',
      hairColours[hairColour],
    ),
    goatee: path(
      'M274 350c-2-22 14-34 46-34s48 12 46 34c-4 32-20 46-46 46s-42-14-46-46z',
      hairColours[hairColour],
    ),
    stubble: path(
      'M236 300c14 34 26 30 46 28h76c20 2 32 6 46-28c-2 54-40 92-84 92s-82-38-84-92z',
      mix(tone, hairColours[hairColour], 0.3),
    ),
  };
  return (
    (beard ? beards[beard] : '') +
    disc(284, 268, 9, '#140c09') +
    disc(356, 268, 9, '#140c09') +
    line('M264 242q20-13 40-2M336 240q20-11 40 2', brow, 8) +
    line('M322 274c-4 16-12 26-10 32c4 5 12 5 18 2', deep, 6) +
    line('M288 340q32 26 64 0', beard === 'full' || beard === 'goatee' ? tone : deep, beard ? 7 : 8)
  );
}

/** Glasses, jewellery and other accessories. */
export function extra(kind: NonNullable<Person['extras']>[number], person: Person): Drawing {
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
      return repeat(9, (i) =>
        disc(
          320 + Math.cos(Math.PI * (0.06 + i * 0.11)) * 82,
          446 + Math.sin(Math.PI * (0.06 + i * 0.11)) * 84,
          12,
          [shade.sun, shade.clay, shade.white][i % 3] ?? shade.sun,
        ),
      );
    case 'lanyard':
      return (
        line('M250 450l70 130M390 450l-70 130', trim, 12, 'butt') +
        rect(284, 572, 72, 68, shade.white, 8) +
        dome(320, 626, 20, shade.leaf) +
        disc(320, 596, 11, shade.leaf)
      );
    case 'whistle':
      return (
        line('M252 450l72 124M388 450l-64 124', shade.ink, 6) +
        disc(318, 592, 24, shade.sun) +
        rect(318, 568, 50, 22, shade.sun, 4) +
        disc(318, 592, 9, shade.ink)
      );
    case 'tape':
      return (
        line('M216 456c10 60 14 120 14 184M424 456c-10 60-14 120-14 184', shade.sun, 26, 'butt') +
        repeat(8, (i) =>
          line(
            `M${222 + (i % 2)} ${484 + i * 20}h10M${408 - (i % 2)} ${484 + i * 20}h10`,
            shade.ink,
            4,
            'butt',
          ),
        )
      );
    default:
      return (
        polygon('304,516 336,516 352,660 288,660', tie) +
        polygon('296,492 344,492 338,526 302,526', mix(tie, shade.ink, 0.25))
      );
  }
}
