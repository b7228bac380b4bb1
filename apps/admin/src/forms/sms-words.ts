import { countItems } from '@institute/contract/count-items';
import type { Sms } from '@institute/contract/sms-text';

export const describeSmsLength = ({ characters, segments, isCut }: Sms): string =>
  `${countItems(characters, 'character')}, ${segments} SMS${isCut ? '. Too long: at most two SMS' : ''}`;
