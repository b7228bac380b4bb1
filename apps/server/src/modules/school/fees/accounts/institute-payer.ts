import { toComparablePhone } from '@institute/contract/international-phone';
import { foldText } from '../../../../database/fold-text.ts';

interface OwnContacts {
  institute: { name: string; phones: readonly string[]; chatPhone: string };
  departments: readonly { phone: string }[];
  fees: { mtnCode: string; airtelCode: string };
}

/** Numbers of the institute in comparable form. A code of an operator may be a number. */
export function listOwnNumbers({ institute, departments, fees }: OwnContacts): Set<string> {
  const phones = [institute.phones, institute.chatPhone, departments.map(({ phone }) => phone)].flat();
  const codes = [fees.mtnCode, fees.airtelCode].filter((code) => /\d{9}/.test(code.replace(/\D/g, '')));
  return new Set([...phones, ...codes].filter(Boolean).map(toComparablePhone));
}

const readWords = (name: string): string => (foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Whether money came from the institute itself, by its number or by its name, perhaps with more words behind. */
export function isInstitute(
  own: OwnContacts,
  {
    payerName,
    payerPhone,
  }: { payerName?: string | null | undefined; payerPhone?: string | null | undefined },
): boolean {
  if (payerPhone && listOwnNumbers(own).has(toComparablePhone(payerPhone))) return true;
  const name = readWords(own.institute.name);
  return name !== '' && `${readWords(payerName ?? '')} `.startsWith(`${name} `);
}
