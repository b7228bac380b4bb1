import type { Outgoing } from './in-process.ts';

/** What the web application's server bundle offers, as its entry-server says. */
export type PageRenderer = {
  render: (request: Request, context: RenderContext) => Promise<Response>;
  /** The parameters that pages read from an address. */
  pageParameters: readonly string[];
};

type RenderContext = {
  send: (outgoing: Outgoing) => Promise<{ status: number; body: unknown }>;
  /** The public address of the site, without a path. */
  origin: string;
};
