import type { Sms } from '@institute/contract/sms-text';

export const describeSms = ({ characters, segments, isCut }: Sms): string =>
  `${characters} characters, ${segments} SMS${isCut ? '. Too long: at most two SMS' : ''}`;
