import type { Site } from '@institute/contract';
import { picture } from './pictures.ts';

export const slides: Site['slides'] = [
  {
    id: 'learn',
    image: picture('slide-learn'),
    imageAlt: null,
    title: 'Learn a skill. Earn with it.',
    subtitle: 'Diplomas and short courses in beauty, technology and fashion, in the heart of Kampala.',
  },
  {
    id: 'hands',
    image: picture('slide-hands'),
    imageAlt: null,
    title: 'Your hands on it from day one.',
    subtitle: 'A working salon, a computer lab and a workshop where two thirds of every course is practice.',
  },
  {
    id: 'holidays',
    image: picture('slide-holidays'),
    imageAlt: null,
    title: 'Holidays well spent.',
    subtitle: 'Coding, sewing, football and netball camps for ages 9 to 17, with lunch and good company.',
  },
];

export const blurbs: Site['blurbs'] = [
  {
    title: 'Practice comes first',
    text: 'Students serve real clients, mend real machines and fill real orders from the second week.',
  },
  {
    title: 'Trainers from the trade',
    text: 'Everyone who teaches here has earned a living by the same work, and many still do.',
  },
  {
    title: 'Fees you can plan',
    text: 'One price for the whole course, tools included, paid in up to three parts.',
  },
  {
    title: 'A way into work',
    text: 'Each diploma ends with a placement, and we help with the first contract or the first shop.',
  },
];

export const values: Site['values'] = [
  { title: 'Professionalism', text: 'We do what we say, on time, and teach our students to do the same.' },
  { title: 'Trust', text: 'Families leave us their children and their fees. We account for both.' },
  { title: 'Integrity', text: 'A mark is earned, a price is honest and a mistake is put right in the open.' },
  { title: 'Excellence', text: 'Good enough is where we begin. Every seam, cable and haircut can be finer.' },
];

export const partners: Site['partners'] = [
  {
    id: 'crane',
    name: 'Crane Mobile Money',
    logo: picture('partner-1'),
    description: 'Pays for the lunches and the robots of the holiday coding camp.',
  },
  {
    id: 'nile',
    name: 'Nile Thread Mills',
    logo: picture('partner-2'),
    description: 'Gives cloth and thread to the fashion workshop and buys student designs.',
  },
  {
    id: 'salons',
    name: 'Kampala Salon Guild',
    logo: picture('partner-3'),
    description: 'Forty salons that take our students on placement and hire the best of them.',
  },
];

/** Former players of the institute's youth teams who teach here now. */
export const testimonials: Site['testimonials'] = [
  {
    name: 'Denis Ojokwa',
    role: 'Former winger, now football coach',
    image: picture('person-man-4'),
    content:
      'I came for the pitch and stayed for the people. When my playing days ended, the institute paid for my coaching badge. Now I stand where my own coach stood, and I say the same things.',
    graduationYear: 2018,
    currentTeam: 'Kampala Vocational Youth FC',
  },
  {
    name: 'Lydia Nansamba',
    role: 'Former netball captain, now coach',
    image: picture('person-woman-4'),
    content:
      'Being captain taught me to speak. The salon taught me to listen. I use both every day, with the clients in the chair and with the girls on the court.',
    graduationYear: 2020,
    currentTeam: 'Kampala Vocational Netball',
  },
  {
    name: 'Harriet Aumo',
    role: 'Former goal defence, now fashion coach',
    image: picture('person-woman-2'),
    content:
      'I sewed our team shirts because we could not buy any. A trainer saw the seams and offered me a place in her class. Today I lead that class, and my students sew the shirts.',
    graduationYear: 2019,
    currentTeam: 'Kampala Vocational Fashion Studio',
  },
];
