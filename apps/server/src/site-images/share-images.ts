import type { Program } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { formatIntakeStart, formatSeatsLeft } from '@institute/contract/intakes.constants';
import { darkenForPaper, type Look } from '@institute/contract/look';
import { formatPrice } from '@institute/contract/money';
import type { PageRenderer, PatternLayer } from '@institute/contract/page-bundle';
import { makeShareImagePath, programNotFound, shareImageSize } from '@institute/contract/programs.constants';
import { formatDate } from '@institute/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { notFoundError } from '../errors.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { findNextIntakes } from '../modules/school/intakes/open-intakes.service.ts';
import { type LogoPicture, readLogo, toDataUrl } from '../pdf/logo.ts';
import { makeImageAnswerer } from './answer-image.ts';
import { drawLayers } from './icons.ts';
import { breakLines, drawOutlines, type FontsByUse, measureWidth, openFonts } from './outlined-text.ts';

interface ShareImageOptions {
  renderer: Pick<PageRenderer, 'pattern'>;
  getProgram: GetProgramById;
}

type GetProgramById = (
  ctx: Ctx,
  id: number,
) => Promise<{ view: Pick<Program, 'name' | 'price' | 'duration'> }>;

export async function serveShareImages(
  app: FastifyInstance,
  { renderer, getProgram }: ShareImageOptions,
): Promise<void> {
  const answerImage = makeImageAnswerer();
  let fontsPromise: Promise<FontsByUse> | undefined;

  const drawCard = async (card: ShareCard): Promise<Buffer> => {
    fontsPromise ??= openFonts();
    const patternLayers = renderer.pattern(card.name, PATTERN_TILE_COUNTS, card.look);
    const logo = await readLogo(app, card.logo, LOGO_ROOM_PIXELS).catch(() => undefined);
    return shareCardJpeg(shareCardSvg(card, { fonts: await fontsPromise, pattern: patternLayers, logo }));
  };

  app.get<{ Params: { id: string } }>(makeShareImagePath(':id'), async (request, reply) => {
    const programId = pathId.safeParse(request.params).data?.id;
    if (programId === undefined) throw notFoundError(programNotFound);
    const shareCard = await readCard(request.ctx, programId, getProgram);
    return answerImage(request, reply, shareCard, { type: 'image/jpeg', draw: () => drawCard(shareCard) });
  });
}

/** Reads the program as a visitor would, so that a hidden program has no image. */
async function readCard(ctx: Ctx, id: number, getProgram: GetProgramById): Promise<ShareCard> {
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

const PATTERN_TILE_COUNTS = { cols: 4, rows: 7 } as const;
const TILE_SIZE = 90;
/** Units of a tile in the paths of the pattern. */
const PATTERN_TILE_UNITS = 12;

const { width: WIDTH, height: HEIGHT } = shareImageSize;
const CARD_MARGIN = 64;
const TEXT_WIDTH = WIDTH - PATTERN_TILE_COUNTS.cols * TILE_SIZE - 2 * CARD_MARGIN;

const backgroundColour = '#fbf7ef';
const inkColour = '#1d1b16';
const mutedColour = '#5f5a50';
const JPEG_QUALITY = 84;
const LOGO_ROOM_PIXELS = { width: 160, height: 64 } as const;

export function shareCardSvg(
  card: ShareCard,
  { fonts, pattern, logo }: { fonts: FontsByUse; pattern: PatternLayer[]; logo?: LogoPicture | undefined },
): string {
  const { heading, text } = fonts;
  const { main, accent: sun } = card.look.colors;
  const mainColour = darkenForPaper(main);
  type TextLineStyle = { y: number; size: number; fill: string; isBold?: boolean; indent?: number };
  const writeTextLine = (words: string, { y, size, fill, isBold, indent = 0 }: TextLineStyle) => {
    const lineFonts = isBold ? heading : text;
    const [fitting = ''] = breakLines(words, { fonts: lineFonts, size, width: TEXT_WIDTH - indent, most: 1 });
    return drawOutlines(fitting, { fonts: lineFonts, size, x: CARD_MARGIN + indent, y, fill });
  };

  const titleFittedToCard = fitTitle(card.name, fonts);
  const nextStartFacts = card.next && [
    formatIntakeStart(formatDate(card.next.startsOn)),
    formatSeatsLeft(card.next.seatsLeft),
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
    ...titleFittedToCard.lines.map((words, at) =>
      drawOutlines(words, {
        fonts: heading,
        size: titleFittedToCard.size,
        x: CARD_MARGIN,
        y: 190 + at * titleFittedToCard.size * 1.08,
        fill: inkColour,
      }),
    ),
    writeTextLine([formatPrice(card.price), card.duration].join(' · '), {
      y: 436,
      size: 36,
      fill: inkColour,
      isBold: true,
    }),
    ...(nextStartFacts
      ? [
          writeTextLine(nextStartFacts.filter(Boolean).join(' · '), {
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
  const patternSvg = drawLayers(pattern, TILE_SIZE / PATTERN_TILE_UNITS);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${backgroundColour}"/><g transform="translate(${WIDTH - PATTERN_TILE_COUNTS.cols * TILE_SIZE})">${patternSvg}</g>${svgParts.join('')}</svg>`;
}

function fitTitle(name: string, { heading }: FontsByUse): { size: number; lines: string[] } {
  const titleSizes = [76, 64, 54];
  const breakProgramName = (size: number) =>
    breakLines(name, { fonts: heading, size, width: TEXT_WIDTH, most: 3 });
  const isTitleFitting = (lines: string[], size: number) =>
    lines.join(' ') === name && lines.every((words) => measureWidth(words, heading, size) <= TEXT_WIDTH);
  const fittingFontSize =
    titleSizes.find((one) => isTitleFitting(breakProgramName(one), one)) ?? titleSizes.at(-1) ?? 0;
  return { size: fittingFontSize, lines: breakProgramName(fittingFontSize) };
}

async function shareCardJpeg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer();
}
