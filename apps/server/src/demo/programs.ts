import type { ProgramInput } from '@institute/contract';
import { demoImage } from './images.ts';

/** In the order in which lists and the home page show them. */
export const programs: ProgramInput[] = [
  {
    name: 'Cosmetology & Beauty Therapy',
    category: 'training',
    description: `Skin care, hair, nails and salon business: learn on real clients from the second week and leave with a portfolio, a kit of your own and the sums to open a small salon.

You will learn
• Cutting, braiding, weaving, locs and chemical treatments
• Facials, waxing, massage and make-up for every skin tone
• Manicure, pedicure and gel work
• Hygiene, product safety and keeping a client book

The diploma ends with four weeks in a partner salon. Two thirds of last year's class were earning before they graduated.`,
    duration: '24 weeks',
    schedule: 'Mon – Thu, 9:00 AM – 1:00 PM, Weekend group',
    price: 1500000,
    maxParticipants: 24,
    isActive: true,
    imageUrl: demoImage('program/cosmetology'),
    imageAlt: 'Scissors and a comb',
  },
  {
    name: 'Information Technology',
    category: 'training',
    description: `Networks, web and office systems, taught in a lab where every student has a machine of their own. You build, break and mend real equipment until it holds no secrets.

You will learn
• Taking computers apart, upgrading and repairing them
• Setting up networks for an office, a school or a shop
• Building web pages and simple applications
• Spreadsheets, backups and keeping a business safe online

Each student finishes with a project for a real client, usually a school or a small company near the institute.`,
    duration: '36 weeks',
    schedule: 'Mon – Fri, 9:00 AM – 12:30 PM, Evening group',
    price: 1800000,
    maxParticipants: 30,
    isActive: true,
    imageUrl: demoImage('program/information-technology'),
    imageAlt: 'A computer screen with circuits',
  },
  {
    name: 'Fashion & Garment Design',
    category: 'training',
    description: `From the first sketch to the last buttonhole. You draft patterns, cut kitenge and bark cloth, sew on industrial machines and sell a small collection of your own at the end of the year.

You will learn
• Measuring, pattern drafting and grading
• Straight-stitch, overlock and embroidery machines
• Gomesi, school uniforms, suits and bridal wear
• Costing a garment so that it earns you something

The final show in November is open to parents and buyers.`,
    duration: '36 weeks',
    schedule: 'Mon – Thu, 9:00 AM – 2:00 PM, Saturday group',
    price: 1650000,
    maxParticipants: 20,
    isActive: true,
    imageUrl: demoImage('program/fashion-design'),
    imageAlt: 'A dress form in patterned cloth with a tape measure',
  },
  {
    name: 'Holiday Coding Camp',
    category: 'camp',
    description: 'Three weeks of games, robots and first web pages for ages 12 to 17. Lunch is on us.',
    duration: '3 weeks',
    schedule: 'Mon – Fri, 9:00 AM – 3:00 PM, School holidays',
    price: 0,
    maxParticipants: 40,
    isActive: true,
    imageUrl: demoImage('program/holiday-coding-camp'),
    imageAlt: 'A robot between two angle brackets',
  },
  {
    name: 'Bakery & Catering',
    category: 'training',
    description: `Breads, cakes, snacks and cooking for a crowd, in a kitchen that serves lunch to the whole institute every day.

You will learn
• Breads, samosas, doughnuts and everyday cakes
• Wedding and birthday cakes, with sugar flowers
• Menus, portions and food safety for up to 200 guests
• Buying at the market and pricing a plate`,
    duration: '16 weeks',
    schedule: 'Tue – Fri, 8:30 AM – 1:30 PM',
    price: 980000,
    maxParticipants: 18,
    isActive: true,
    imageUrl: demoImage('program/baking-catering'),
    imageAlt: 'A whisk and a mixing bowl',
  },
  {
    name: 'Photography & Video',
    category: 'training',
    description: `Light, framing and editing for weddings, shops and newsrooms. Cameras are ours, so you can begin without one. By week ten you shoot a paid job with a trainer beside you.

You will learn
• Portraits, products and events
• Sound and interviews for short films
• Editing on a computer and on a phone
• Quotes, contracts and delivering on time`,
    duration: '12 weeks',
    schedule: 'Mon, Wed, Fri, 2:00 PM – 5:30 PM',
    price: 850000,
    maxParticipants: 14,
    isActive: true,
    imageUrl: demoImage('program/photography-video'),
    imageAlt: 'A camera with a large round lens',
  },
  {
    name: 'Music & Guitar',
    category: 'training',
    description:
      'Guitar, voice and stagecraft for church, band or studio. Small groups, a shared rehearsal room and a concert at the end of term.',
    duration: '12 weeks',
    schedule: 'Wed, Sat, 2:00 PM – 4:00 PM',
    price: 380000,
    maxParticipants: 12,
    isActive: true,
    imageUrl: demoImage('program/music'),
    imageAlt: 'A guitar and a note',
  },
  {
    name: 'Young Tailors Camp',
    category: 'camp',
    description:
      'Two weeks at the sewing machine for ages 11 to 16. Everyone goes home with a bag, a cushion and a shirt they made.',
    duration: '2 weeks',
    schedule: 'Mon – Fri, 9:00 AM – 1:00 PM, School holidays',
    price: 180000,
    maxParticipants: 16,
    isActive: true,
    imageUrl: demoImage('news/fashion-studio'),
    imageAlt: 'A sewing machine and a spool of thread',
  },
  {
    name: 'Football & Netball Camp',
    category: 'camp',
    description: `Skills in the morning, matches in the afternoon, for girls and boys from 9 to 16. Our coaches came up through the institute's own youth teams and know every player by name.

The fee covers a shirt, fruit and water each day and the closing tournament. Boots are lent to those who have none.`,
    duration: '2 weeks',
    schedule: 'Mon – Sat, 8:00 AM – 3:30 PM, School holidays',
    price: 120000,
    maxParticipants: 60,
    isActive: true,
    imageUrl: demoImage('program/football-camp'),
    imageAlt: 'A football in front of a goal',
  },
  {
    name: 'Braiding & Barbering Clinic',
    category: 'clinic',
    description:
      'Four Saturdays with one technique each: box braids, cornrows, fades and beard work. For beginners and for salon staff.',
    duration: '4 weeks',
    schedule: 'Saturdays, 9:00 AM – 1:00 PM',
    price: 150000,
    maxParticipants: 15,
    isActive: true,
    imageUrl: demoImage('program/hairdressing'),
    imageAlt: 'A hair dryer',
  },
  {
    name: 'Computer Repair Clinic',
    category: 'clinic',
    description:
      'Bring a laptop that has given up. Over six Saturdays you take it apart, find the fault and carry it home working.',
    duration: '6 weeks',
    schedule: 'Saturdays, 2:00 PM – 5:00 PM, No experience needed',
    price: 160000,
    maxParticipants: 12,
    isActive: true,
    imageUrl: demoImage('program/computer-repair'),
    imageAlt: 'A laptop with a gear and a wrench',
  },
  {
    name: 'Small Business Clinic',
    category: 'clinic',
    description: `Two evenings a week on the questions that decide whether a small business lives: what to charge, what to keep, when to borrow and how to register.

You leave with a one-page plan and a cash book that you have already used for a month. The clinic returns in the new year, when its trainer is back from leave.`,
    duration: '5 weeks',
    schedule: 'Mon, Wed, 5:30 PM – 7:30 PM',
    price: 200000,
    maxParticipants: 20,
    isActive: false,
    imageUrl: demoImage('program/business-clinic'),
    imageAlt: 'A rising bar chart and a stack of coins',
  },
];
