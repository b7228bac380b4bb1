import type { AskedItem } from '@institute/contract';
import type { Sender, ShownPage } from './page-sender.ts';

export type AskCardProps = {
  ask: AskedItem;
  sender: Sender | undefined;
  /** The form is posted, though scripts run. */
  isPosting: boolean;
  waiting: readonly ShownPage[];
  previews: ReadonlyMap<string, string> | undefined;
  fault: string | undefined;
};
