import type { Site } from '@institute/contract';
import { demoImage } from './images.ts';

export const slides: Site['slides'] = [
  {
    id: 'beauty',
    image: demoImage('slide/beauty'),
    imageAlt: 'A student of cosmetology at her table with a hair dryer and make-up',
    title: 'Learn a skill. Earn with it.',
    subtitle: 'Diplomas and short courses in beauty, technology and fashion, in the heart of Kampala.',
  },
  {
    id: 'technology',
    image: demoImage('slide/technology'),
    imageAlt: 'A student of information technology behind a laptop',
    title: 'Your hands on it from day one.',
    subtitle: 'A working salon, a computer lab and a workshop where two thirds of every course is practice.',
  },
  {
    id: 'fashion',
    image: demoImage('slide/fashion'),
    imageAlt: 'A student of fashion at a sewing machine',
    title: 'Make something people ask for.',
    subtitle: 'Sew it, cost it, sell it: our students leave with a portfolio, a kit and their first clients.',
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
    id: 'tailors-guild',
    name: 'Kampala Tailors’ Guild',
    logo: demoImage('partner/tailors-guild'),
    description: 'Forty workshops that take our students on placement and hire the best of them.',
  },
  {
    id: 'lake-hub',
    name: 'Lake Hub',
    logo: demoImage('partner/lake-hub'),
    description:
      'A house for young technology companies. It gives the robots and the lunches of the coding camp.',
  },
  {
    id: 'sunrise-fund',
    name: 'Sunrise Fund',
    logo: demoImage('partner/sunrise-fund'),
    description: 'Pays for bursaries and for the starter kits that diploma students keep.',
  },
];

export const testimonials: Site['testimonials'] = [
  {
    name: 'Sylvia Achengo',
    role: 'Former netball captain, now coach',
    image: demoImage('testimonial/woman-1'),
    content:
      'Being captain taught me to speak. The salon course taught me to listen. I use both every day, with the clients in my chair and with the girls on the court.',
    graduationYear: 2019,
    currentTeam: 'Kampala Road Netball Club',
  },
  {
    name: 'Fred Muwangala',
    role: 'Former defender, now head coach',
    image: demoImage('testimonial/man-1'),
    content:
      'I came for the pitch and stayed for the people. When my knee ended my playing days, the institute helped me to my coaching badge. Now I stand where my own coach stood, and I say the same things.',
    graduationYear: 2018,
    currentTeam: 'Old Kampala Juniors',
  },
  {
    name: 'Isaac Tumukunde',
    role: 'Former winger, now youth coach',
    image: demoImage('testimonial/man-2'),
    content:
      'Half of my team studies here as I did. I tell them that a whistle and a trade go well together: I repair laptops until four and coach from five.',
    graduationYear: 2021,
    currentTeam: 'Makindye Hill Youth FC',
  },
];
