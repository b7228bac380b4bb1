import type { ErrorDetail } from '@institute/contract';
import type { Outgoing } from './in-process.ts';

/** What the web application's server bundle offers, as its entry-server says. */
export type PageRenderer = {
  render: (request: Request, context: RenderContext) => Promise<Response>;
  /** The parameters that pages read from an address. */
  pageParameters: readonly string[];
};

/** A form that was posted without scripts and refused: the page shows it again with its faults. */
export type Posted = {
  /** The address that it was posted to. */
  path: string;
  values: Record<string, string>;
  faults: ErrorDetail[];
  message: string;
};

type RenderContext = {
  send: (outgoing: Outgoing) => Promise<{ status: number; body: unknown }>;
  /** The public address of the site, without a path. */
  origin: string;
  posted?: Posted;
};
