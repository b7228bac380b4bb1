import { siteIsBusy } from '@institute/contract/messages.constants';

export const BusyNote = ({ isBusy, text = siteIsBusy.other }: { isBusy: boolean; text?: string }) => (
  <p role="status" className="needs-script font-semibold empty:hidden">
    {isBusy && text}
  </p>
);
