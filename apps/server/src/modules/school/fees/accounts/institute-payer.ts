import { toComparablePhone } from '@institute/contract/international-phone';
import { foldToPlainLetters } from '../../../../database/fold-text.ts';

interface InstituteContacts {
  institute: { name: string; phones: readonly string[]; chatPhone: string };
  departments: readonly { phone: string }[];
  fees: { mtnCode: string; airtelCode: string };
}

/** Lists the phones of the institute in comparable form. The code of an operator may be a phone too. */
export function listInstituteNumbers({ institute, departments, fees }: InstituteContacts): Set<string> {
  const institutePhones = [
    institute.phones,
    institute.chatPhone,
    departments.map(({ phone }) => phone),
  ].flat();
  const phoneLikeCodes = [fees.mtnCode, fees.airtelCode].filter((code) =>
    /\d{9}/.test(code.replace(/\D/g, '')),
  );
  return new Set([...institutePhones, ...phoneLikeCodes].filter(Boolean).map(toComparablePhone));
}

const toPlainWords = (name: string): string =>
  (foldToPlainLetters(name).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** True when the payer has a number of the institute, or its name, with or without more words after it. */
export function isInstitutePayer(
  own: InstituteContacts,
  {
    payerName,
    payerPhone,
  }: { payerName?: string | null | undefined; payerPhone?: string | null | undefined },
): boolean {
  if (payerPhone && listInstituteNumbers(own).has(toComparablePhone(payerPhone))) return true;
  const plainInstituteName = toPlainWords(own.institute.name);
  return (
    plainInstituteName !== '' && `${toPlainWords(payerName ?? '')} `.startsWith(`${plainInstituteName} `)
  );
}
