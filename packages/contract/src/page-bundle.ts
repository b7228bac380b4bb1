import type { ErrorDetail } from './api/errors.ts';
import type { Look } from './words/look.ts';

export type Outgoing = {
  method: string;
  /** Relative to the base URL, with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type Send = (outgoing: Outgoing) => Promise<{
  status: number;
  body: unknown;
  /** Seconds to wait before the next try. */
  retryAfter?: number | undefined;
}>;

/** A form that was posted without scripts. The page shows it again with its errors, or what it asked for. */
export type Posted = {
  path: string;
  values: Record<string, string>;
  faults: ErrorDetail[];
  message: string;
  /** The API's answer to the call. */
  answer?: object;
};

/** Size of an image by its address. Undefined for unknown images, such as those of other sites. */
export type ImageBytes = (address: string) => Promise<number | undefined>;

export type RenderContext = {
  send: Send;
  origin: string;
  posted?: Posted;
  /** Nonce of the renderer's own scripts. Content never has it. */
  nonce: string;
  /**
   * Set for a visitor in light mode. The page then offers its images with their sizes, and has no scripts or
   * fonts.
   */
  light?: ImageBytes;
  onMatch?(pattern: string): void;
};

/** An SVG path of one colour, with the even-odd rule. */
export type PatternLayer = { fill: string; d: string };

/** Not a `Response`, which would turn the HTML into bytes and back. */
export type RenderedPage = Pick<Response, 'status' | 'headers' | 'text'>;

export type PageRenderer = {
  /** The canonical path of a page, without double slashes. Undefined where no page is. */
  locate(path: string): string | undefined;
  render(request: Request, context: RenderContext): Promise<RenderedPage>;
  /** Layers in the order of painting. A tile has 12 units. */
  pattern(seed: string, size: { cols: number; rows: number }, look: Look): PatternLayer[];
  /** SVG. */
  patternFile(file: 'band' | 'hero', look: Look): string;
  /** The mark of the product, in a square of 24 units. */
  mark(look: Look): PatternLayer[];
  pageParameters: readonly string[];
};

export type BuildManifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>;

export type PageBundle = {
  /** Without a manifest, pages load the sources through vite. */
  createRenderer(manifest?: BuildManifest): PageRenderer;
};
