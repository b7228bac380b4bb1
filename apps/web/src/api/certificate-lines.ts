import type { Certificate } from '@institute/contract';
import { cutToLineLength, groupCodeDigits } from '@institute/contract/certificates.constants';
import { formatNumber } from '@institute/contract/money';
import { formatWholeDate } from '@institute/contract/whole-date';

type PrintedFields = Partial<Omit<Certificate, 'state' | 'withdrawnOn'>>;

const formatDayIfGiven = (day: string | null | undefined) => day && formatWholeDate(day);

/** Lists every line of a certificate, as it is printed. */
export const listCertificateLines = ({
  hours,
  program,
  code,
  ...paper
}: PrintedFields): [string, string][] => {
  const labelledCertificateLines: [string, string | null | undefined][] = [
    ['Institute', paper.issuer?.name],
    ['Name', paper.holder],
    ['Program', program && cutToLineLength(program)],
    ['Hours', hours ? formatNumber(hours) : null],
    ['From', formatDayIfGiven(paper.from)],
    ['To', formatDayIfGiven(paper.to)],
    ['Result', paper.result],
    ['Issued on', formatDayIfGiven(paper.issuedOn)],
    ['Signed by', paper.signerName],
    ['Title', paper.signerTitle],
    ['Also signed by', paper.secondSignerName],
    ['Second title', paper.secondSignerTitle],
    ['Number', paper.number],
    ['Code', code && groupCodeDigits(code)],
    ['Note', paper.note],
  ];
  return labelledCertificateLines.flatMap(([label, value]) => (value ? [[label, value]] : []));
};
