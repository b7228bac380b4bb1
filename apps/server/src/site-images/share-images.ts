import type { Program } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { formatPlaces, startText } from '@institute/contract/intakes.constants';
import { darkenForPaper, type Look } from '@institute/contract/look';
import { formatPrice } from '@institute/contract/money';
import type { PageRenderer, PatternLayer } from '@institute/contract/page-bundle';
import { programNotFound, sharePath, shareSize } from '@institute/contract/programs.constants';
import { formatDate } from '@institute/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { notFoundError } from '../errors.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { findNextIntakes } from '../modules/school/intakes/open-intakes.service.ts';
import { type Logo, readLogo, toDataUrl } from '../pdf/logo.ts';
import { makeImageAnswers } from './answer-image.ts';
import { drawLayers } from './icons.ts';
import { breakLines, drawOutlines, type Fonts, measureWidth, openFonts } from './outlined-text.ts';

interface ShareImageOptions {
  renderer: Pick<PageRenderer, 'pattern'>;
  getProgram: GetProgram;
}

type GetProgram = (ctx: Ctx, id: number) => Promise<{ view: Pick<Program, 'name' | 'price' | 'duration'> }>;

export async function shareImages(
  app: FastifyInstance,
  { renderer, getProgram }: ShareImageOptions,
): Promise<void> {
  const answerImage = makeImageAnswers();
  let fonts: Promise<Fonts> | undefined;

  const drawCard = async (card: ShareCard): Promise<Buffer> => {
    fonts ??= openFonts();
    const patternLayers = renderer.pattern(card.name, PATTERN_SIZE, card.look);
    const logo = await readLogo(app, card.logo, LOGO_ROOM).catch(() => undefined);
    return shareCardJpeg(shareCardSvg(card, { fonts: await fonts, pattern: patternLayers, logo }));
  };

  app.get<{ Params: { id: string } }>(sharePath(':id'), async (request, reply) => {
    const id = pathId.safeParse(request.params).data?.id;
    if (id === undefined) throw notFoundError(programNotFound);
    const shareCard = await readCard(request.ctx, id, getProgram);
    return answerImage(request, reply, shareCard, { type: 'image/jpeg', draw: () => drawCard(shareCard) });
  });
}

/** Reads the program as a visitor would, so that a hidden program has no image. */
async function readCard(ctx: Ctx, id: number, getProgram: GetProgram): Promise<ShareCard> {
  const [{ view: program }, { view: site }, next] = await Promise.all([
    getProgram({ ...ctx, actor: null }, id),
    getSite({ em: ctx.em.fork() }),
    findNextIntakes({ em: ctx.em.fork(), now: ctx.now }, [id]),
  ]);
  const { name, price, duration } = program;
  const { institute } = site;
  const [phone = ''] = institute.phones;
  return {
    institute: institute.name,
    logo: institute.logo,
    look: { colors: institute.colors, pattern: institute.pattern },
    name,
    price,
    duration,
    next: next.get(id) ?? null,
    phone,
  };
}

export interface ShareCard {
  institute: string;
  /** Address of a picture, or empty. */
  logo: string;
  look: Look;
  name: string;
  price: number;
  duration: string;
  next: { startsOn: string; seatsLeft: number | null } | null;
  phone: string;
}

const PATTERN_SIZE = { cols: 4, rows: 7 } as const;
const TILE_SIZE = 90;
/** Units of a tile in the paths of the pattern. */
const TILE_UNITS = 12;

const { width: WIDTH, height: HEIGHT } = shareSize;
const CARD_MARGIN = 64;
const TEXT_WIDTH = WIDTH - PATTERN_SIZE.cols * TILE_SIZE - 2 * CARD_MARGIN;

const paperColour = '#fbf7ef';
const inkColour = '#1d1b16';
const mutedColour = '#5f5a50';
const JPEG_QUALITY = 84;
const LOGO_ROOM = { width: 160, height: 64 } as const;

export function shareCardSvg(
  card: ShareCard,
  { fonts, pattern, logo }: { fonts: Fonts; pattern: PatternLayer[]; logo?: Logo | undefined },
): string {
  const { heading, text } = fonts;
  const { main, accent: sun } = card.look.colors;
  const mainColour = darkenForPaper(main);
  type TextPlace = { y: number; size: number; fill: string; isBold?: boolean; indent?: number };
  const writeTextLine = (words: string, { y, size, fill, isBold, indent = 0 }: TextPlace) => {
    const lineFonts = isBold ? heading : text;
    const [fitting = ''] = breakLines(words, { fonts: lineFonts, size, width: TEXT_WIDTH - indent, most: 1 });
    return drawOutlines(fitting, { fonts: lineFonts, size, x: CARD_MARGIN + indent, y, fill });
  };

  const fittedTitle = fitTitle(card.name, fonts);
  const startFacts = card.next && [
    startText(formatDate(card.next.startsOn)),
    formatPlaces(card.next.seatsLeft),
  ];
  const svgParts = [
    ...(logo
      ? [
          `<image x="${CARD_MARGIN}" y="${86 - logo.height / 2}" width="${logo.width}" height="${logo.height}" href="${toDataUrl(logo)}"/>`,
        ]
      : []),
    writeTextLine(card.institute, {
      y: 96,
      size: 30,
      fill: mainColour,
      isBold: true,
      ...(logo && { indent: logo.width + 16 }),
    }),
    ...fittedTitle.lines.map((words, at) =>
      drawOutlines(words, {
        fonts: heading,
        size: fittedTitle.size,
        x: CARD_MARGIN,
        y: 190 + at * fittedTitle.size * 1.08,
        fill: inkColour,
      }),
    ),
    writeTextLine([formatPrice(card.price), card.duration].join(' · '), {
      y: 436,
      size: 36,
      fill: inkColour,
      isBold: true,
    }),
    ...(startFacts
      ? [
          writeTextLine(startFacts.filter(Boolean).join(' · '), {
            y: 492,
            size: 34,
            fill: mainColour,
            isBold: true,
          }),
        ]
      : []),
    `<rect x="${CARD_MARGIN}" y="526" width="72" height="6" fill="${sun}"/>`,
    writeTextLine(card.phone, { y: 580, size: 32, fill: mutedColour }),
  ];
  const patternSvg = drawLayers(pattern, TILE_SIZE / TILE_UNITS);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${paperColour}"/><g transform="translate(${WIDTH - PATTERN_SIZE.cols * TILE_SIZE})">${patternSvg}</g>${svgParts.join('')}</svg>`;
}

function fitTitle(name: string, { heading }: Fonts): { size: number; lines: string[] } {
  const titleSizes = [76, 64, 54];
  const breakProgramName = (size: number) =>
    breakLines(name, { fonts: heading, size, width: TEXT_WIDTH, most: 3 });
  const isTitleFitting = (lines: string[], size: number) =>
    lines.join(' ') === name && lines.every((words) => measureWidth(words, heading, size) <= TEXT_WIDTH);
  const size = titleSizes.find((one) => isTitleFitting(breakProgramName(one), one)) ?? titleSizes.at(-1) ?? 0;
  return { size, lines: breakProgramName(size) };
}

async function shareCardJpeg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer();
}
