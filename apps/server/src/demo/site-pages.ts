import type { Site } from '@institute/contract';
import { demoImage } from './images.ts';

export const pages: Site['pages'] = {
  about: {
    title: 'About Us',
    intro: 'Who we are, what we believe in and who answers for it.',
  },
  programs: {
    title: 'Programs',
    intro:
      'Diplomas, short courses, camps and clinics. Each says what you will learn, how long it takes and what it costs.',
  },
  facilities: {
    title: 'Facilities',
    intro: 'Workshops, labs and grounds where the learning happens. Come and see them on any working day.',
  },
  coaches: {
    title: 'Trainers & Training Staff',
    intro:
      'The people who teach, run and look after the institute. All of them have worked in the trade they teach.',
  },
  registration: {
    title: 'Registration',
    intro: 'Five short steps, about ten minutes. It costs nothing and you can go back at any time.',
  },
  news: {
    title: 'News',
    intro: 'What our students make, win and give back, and the dates to keep in mind.',
  },
  gallery: {
    title: 'Gallery',
    intro: 'Moments from the workshops, the stage and the sports ground.',
  },
  videos: {
    title: 'Videos',
    intro: 'Short films from classes, camps and concerts.',
  },
  alumni: {
    title: 'Alumni Network',
    intro: 'More than 500 people have learned here. See where their hands and heads have taken them.',
  },
  contact: {
    title: 'Contact Us',
    intro: 'Call, write or walk in. We answer messages within one working day.',
  },
  faq: {
    title: 'Frequently Asked Questions',
    intro: 'Short answers about courses, fees and rooms. If yours is missing, ask us.',
  },
  donations: {
    title: 'Support Our Mission',
    intro: 'Every gift goes into bursaries, tools and materials. Choose the way that suits you.',
  },
};

export const programBlocks: Site['programBlocks'] = {
  core: [
    {
      title: 'Diploma in cosmetology & beauty therapy',
      text: 'Hair, skin, nails and make-up in a salon with paying clients. 24 weeks, then a placement.',
      image: demoImage('program/cosmetology'),
    },
    {
      title: 'Diploma in information technology',
      text: 'Repair, networks and web pages, with one machine for every student. 36 weeks and a project for a real client.',
      image: demoImage('program/information-technology'),
    },
    {
      title: 'Diploma in fashion & garment design',
      text: 'Patterns, cutting, sewing and costing, up to a collection of your own on stage. 36 weeks.',
      image: demoImage('program/fashion-design'),
    },
  ],
  activities: [
    {
      title: 'Football and netball',
      text: 'Youth teams train twice a week and play in the city league.',
    },
    {
      title: 'Entrepreneurship club',
      text: 'Students run small stalls, keep the books and share what went wrong.',
    },
    {
      title: 'Community Fridays',
      text: 'Free haircuts, repairs and mending for our neighbours once a month.',
    },
    {
      title: 'Mentoring',
      text: 'Every new student has a former one to call for the first half year.',
    },
  ],
  digital: [
    {
      title: 'Computer basics',
      text: 'Files, email, documents and spreadsheets for people who start from nothing.',
    },
    {
      title: 'Coding for the web',
      text: 'From a first page to a small application that others can use.',
    },
    {
      title: 'Digital marketing',
      text: 'A shop page, posts that sell and the numbers behind them.',
    },
    {
      title: 'Staying safe online',
      text: 'Passwords, mobile money and how to spot a fraud before it costs you.',
    },
  ],
  creative: [
    {
      title: 'Photography & video',
      text: 'Weddings, products and short films, with cameras on loan.',
    },
    {
      title: 'Music & guitar',
      text: 'Small groups, a rehearsal room and a concert every term.',
    },
    {
      title: 'Graphic design',
      text: 'Logos, posters and cloth prints, on paper first and then on screen.',
    },
    {
      title: 'Cake art',
      text: 'Sugar flowers and tiers for bakers who have the basics.',
    },
  ],
};

export const facilityBlocks: Site['facilityBlocks'] = {
  equipment: [
    {
      title: 'Sewing and cutting',
      text: '24 industrial machines, dress forms, steam irons and cutting tables you can walk around.',
    },
    {
      title: 'Salon and beauty',
      text: 'Ten styling stations, facial beds, dryers and a steriliser that is used after every client.',
    },
    {
      title: 'Kitchen',
      text: 'Deck oven, dough mixer, six gas stations and a cold room.',
    },
    {
      title: 'Sport',
      text: 'A football pitch, two netball courts, and boots to borrow.',
    },
  ],
  technology: [
    {
      title: 'A machine for everyone',
      text: '30 desktops in the lab and 12 tablets on loan from the library.',
    },
    {
      title: 'Fibre and wireless internet',
      text: 'Free for students in every room, filtered for the under-18 camps.',
    },
    {
      title: 'Power that stays on',
      text: 'Solar panels and batteries carry the lab and the salon for four hours.',
    },
    {
      title: 'Studio gear',
      text: 'Cameras, lights, microphones and editing computers for the creative courses.',
    },
  ],
};
