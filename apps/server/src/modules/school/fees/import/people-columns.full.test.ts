import { expect, test } from 'vitest';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const readFrom = async (headings: string) =>
  (await fees().planPeople.mutate({ text: `${headings}\nx\n` })).from;

test.each([
  [
    'Student Name,CNIC,Gender,Date of Birth,Phone,Course,Join Date,Address',
    { name: 'Student Name', phone: 'Phone', program: 'Course', start: 'Join Date' },
  ],
  [
    'Name,DOB,Medium,Roll No,Std,Parent Contact,Student Contact,Email,Group,Date of Joining',
    {
      name: 'Name',
      phone: 'Student Contact',
      program: 'Std',
      start: 'Date of Joining',
      guardianPhone: 'Parent Contact',
      email: 'Email',
    },
  ],
  ['Name,Phone,Program,Due Date,Fees', { name: 'Name', phone: 'Phone', program: 'Program' }],
  [
    'No.,Surname,Given Name,Sex,Contact,Programme,Intake Date,Next of Kin,Next of Kin Contact,Fees Balance',
    {
      surname: 'Surname',
      firstName: 'Given Name',
      phone: 'Contact',
      program: 'Programme',
      start: 'Intake Date',
      guardianPhone: 'Next of Kin Contact',
      owes: 'Fees Balance',
    },
  ],
  [
    'Full Name,Student ID,Class,Stream,Gender,Date of Birth,Parent Name,Parent Phone,Parent Email,Address,Enrollment Date,Username,Password',
    {
      name: 'Full Name',
      phone: 'Parent Phone',
      program: 'Class',
      start: 'Enrollment Date',
      guardianPhone: 'Parent Phone',
    },
  ],
  [
    'PHONE NUMBER,"NAME\nOF STUDENT",Amount,Paid,Date Paid,Opening Balance,Closing Balance,COURSE,Amount',
    { name: 'NAME OF STUDENT', phone: 'PHONE NUMBER', program: 'COURSE', owes: 'Closing Balance' },
  ],
  ['Name,Phone,Program,Amount,Amount Paid', { name: 'Name', phone: 'Phone', program: 'Program' }],
  [
    'Name,Phone,Program,Amount,Arrears',
    { name: 'Name', phone: 'Phone', program: 'Program', owes: 'Arrears' },
  ],
  ['Name,Phone,Program,Amount', { name: 'Name', phone: 'Phone', program: 'Program', owes: 'Amount' }],
  ...['Term 3 Balance,Term 1 Balance,Term 2 Balance', 'Term 1 Balance,Term 3 Balance'].map((terms) => {
    const expected = { name: 'Name', phone: 'Phone', program: 'Course', owes: 'Term 3 Balance' };
    return [`Name,Phone,Course,${terms}`, expected] as const;
  }),
  [
    'Name,Phone,Course,2024 Balance,Balance',
    { name: 'Name', phone: 'Phone', program: 'Course', owes: 'Balance' },
  ],
  [
    'Course Fees,Guardian Name,Tel. No,Admission No,Emergency Contact,Mother’s Mobile,Last Payment Date,Trainee,Trade,Fees Due',
    {
      name: 'Trainee',
      phone: 'Tel. No',
      program: 'Trade',
      guardianPhone: 'Mother’s Mobile',
      owes: 'Fees Due',
    },
  ],
] as const)('of the headings %s each is read as what it is', async (headings, expected) => {
  const none = { name: null, phone: null, program: null, start: null, owes: null };
  const others = { guardianPhone: null, email: null, firstName: null, surname: null };
  expect(await readFrom(headings)).toEqual({ ...none, ...others, ...expected });
});

test('the headings are found below a title, also when one of them is missing', async () => {
  const text = 'Class of 2026,,,,,\nName,Phone,,,Owes,\nAnn Akello,0772500001,x,y,5000,z\n';
  const { missing, headings } = await fees().planPeople.mutate({ text });
  expect(missing).toEqual(['program']);
  expect(headings.slice(0, 3)).toEqual(['Name', 'Phone', 'Column 3']);
});

test('columns that no heading names are chosen by the office', async () => {
  await t.given.program({ name: 'Tailoring' });
  const text = 'Who,Call,What,When,,Fees,Fees\nAnn Akello,0772500001,Tailoring,02/02/2026,,1,350000\n';
  const unknown = await fees().planPeople.mutate({ text });
  expect(unknown).toMatchObject({
    lines: [],
    missing: ['name', 'phone', 'program'],
    headings: ['Who', 'Call', 'What', 'When', 'Column 5', 'Fees', 'Fees (2)'],
  });
  const columns = { name: 'Who', phone: 'Call', program: 'What', start: 'When', owes: 'Fees (2)' };
  const { lines, from, hash } = await fees().planPeople.mutate({ text, columns });
  expect(lines).toMatchObject([{ state: 'new', person: { startDate: '2026-02-02', owes: 350_000 } }]);
  expect(from).toMatchObject(columns);
  const none = await fees().planPeople.mutate({ text, columns: { ...columns, owes: null } });
  expect(none.lines).toMatchObject([{ state: 'new', person: { owes: null } }]);
  expect(await fees().importPeople.mutate({ text, columns, hash })).toMatchObject({ imported: 1 });
});
