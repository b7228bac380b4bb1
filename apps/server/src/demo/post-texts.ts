/** HTML as the editor of the admin area writes it. */

export const bursaries = `<p>From January the institute will carry the full fees of five students who come to Kampala from other districts. The money is the
balance of this year’s donations, every shilling of it, and the board decided on Friday how to spend it.</p>
<h2>Who can apply</h2>
<p>The bursaries are for people between 17 and 25 who have finished at least Senior Four and have a place in one of our three diploma
courses: cosmetology and beauty therapy, information technology, or fashion and garment design. Each bursary pays</p>
<ul>
<li>the whole fee for the course,</li>
<li>a starter kit of tools, which the student keeps, and</li>
<li>transport between the hostel and the institute.</li>
</ul>
<h2>How we choose</h2>
<p>We look at need first and marks last. A trainer and a member of the board read each application and speak to the family. Nobody has to
send a photograph, and nobody pays to apply.</p>
<blockquote><p>I was once the girl whose fees did not come. Somebody paid for one term, and I am still here.</p></blockquote>
<p>So says our chairperson, Beatrice Namugga, who reads the letters herself.</p>
<p>To apply, <a href="/registration">register for a course</a> as usual, then write to us through the <a href="/contact">contact page</a>
with the word bursary in the subject. If you would like to make a sixth bursary possible, the <a href="/donations">donations page</a>
shows how.</p>`;

export const network = `<p>For three years the computers at a primary school in Makindye stood under plastic sheets. Last week eleven of our information
technology students took the sheets off and stayed until every one of the twenty machines was on the internet.</p>
<h2>Four days, one ladder</h2>
<p>The class had planned the job on paper in December. In practice there were thicker walls, shorter cables and a family of pigeons in the
roof. By Thursday they had</p>
<ul>
<li>mended 14 of 17 broken computers with parts from our repair bench,</li>
<li>laid 240 metres of cable and labelled both ends of each, and</li>
<li>written a two-page guide so that the teachers can look after it all.</li>
</ul>
<blockquote><p>In the lab a cable is a cable. Here, forty children were watching me to see whether it worked.</p></blockquote>
<p>Student Joel was on the ladder most of the time. His trainer, Shamim Nalweyiso, counted the job as the practical examination of the
term, and everybody passed.</p>
<h2>Your school could be next</h2>
<p>Each class takes on two such projects a year. The school pays for the cable; the work is free. Head teachers can reach us through the
<a href="/contact">contact page</a>, and you can see where the students practise under <a href="/facilities">facilities</a>.</p>`;

export const baking = `<p>Nine students, three ovens, one borrowed van: the bakery class drove to Jinja on Friday night and came back on Saturday with first prize
for bread and first prize for wedding cakes.</p>
<p>The contest drew 26 teams from hotels and training schools in the region. Each had six hours to bake a loaf, a snack and a celebration
cake from the same basket of ingredients, with local fruit and no imported sugar paste.</p>
<h2>The cake</h2>
<p>Ours had three tiers of banana and passion fruit sponge under a pattern of quarter circles taken from a kitenge cloth. The sugar flowers
were made in the last forty minutes, after the first set melted in the heat.</p>
<blockquote><p>They did not look for somebody to blame. They looked at the clock and began again. That is what I want to teach.</p></blockquote>
<p>Moses Byarugo, who leads the course, cooked in hotels for twelve years before he came to us.</p>
<h2>Where to taste it</h2>
<p>The winning loaf is on sale at the front desk on Tuesdays and Fridays, and orders for cakes pay for the flour of the next class. If you
would rather bake it yourself, the next group starts in January: see <a href="/programs?category=training">our training
programs</a>, or look into the <a href="/facilities">teaching kitchen</a>.</p>`;

export const codingCamp = `<p>Forty young people between 12 and 17 spent three weeks of the term holidays in our computer lab. Most had never written a line
of code. On the last day 38 of them put a web page of their own online, and four robots found their way out of a maze made of bread crates.</p>
<h2>A morning at camp</h2>
<p>The day began with a puzzle on paper, since half of programming is thinking. Then came pairs: one types, the other asks why, and after
twenty minutes they change seats. Students of our information technology diploma sat with each group, which taught the helpers as much
as the campers.</p>
<ul>
<li>Week one: games in blocks</li>
<li>Week two: wheels, motors and sensors</li>
<li>Week three: a web page about something you love</li>
</ul>
<p>The pages are about football, goats, a grandmother’s recipe for groundnut sauce and the moons of Jupiter.</p>
<blockquote><p>My brother said girls do not make games. Now he is stuck on level four of mine.</p></blockquote>
<h2>The next one</h2>
<p>The camp is free and includes lunch, thanks to our partners. There are forty seats and they go in the order of registration, so
<a href="/registration">sign up early</a>. Other holiday courses stand under <a href="/programs?category=camp">camps</a>, and there
are more films on the <a href="/videos">videos page</a>.</p>`;

export const netball = `<p>With one minute left the score stood at 31 all. Then Joan, who had missed her last two shots, asked for the ball again. It dropped
through the ring without touching it, and the city cup for under-18 netball came back to Kampala Road after six years.</p>
<p>The team trains on Tuesdays and Saturdays on the two courts of our sports ground. Half of the players are students of the institute, the
other half come from the schools next door.</p>
<h2>A coach who knows the court</h2>
<p>Lydia Nansamba captained the side herself before she learned to braid and came back to teach. She changed one thing this season: nobody
may leave practice before she has said one good thing about another player.</p>
<blockquote><p>It sounds soft. But you pass better to someone you have praised.</p></blockquote>
<h2>Join in</h2>
<p>The next chance to play is the football and netball camp in the school holidays. It is open to girls and boys from 9 to 16, beginners
too.</p>
<ul>
<li>Find the dates and the fee under <a href="/programs?category=camp">camps</a>.</li>
<li>See our other contests in the <a href="/gallery?category=competitions">gallery</a>.</li>
<li>Read what became of former players on the <a href="/alumni">alumni page</a>.</li>
</ul>
<p>Thank you to the parents who drove, cooked and shouted, and to the umpires, who heard most of it.</p>`;

export const openDay = `<p>On Saturday the doors stood open from nine to four. About 600 people came: parents with folders, teenagers with headphones, a retired
tailor who wanted to see our buttonhole machine. We kept a list of what they asked. These were the five most common questions.</p>
<h2>Do I need good marks?</h2>
<p>For the diplomas you need Senior Four or the equivalent. For short courses, camps and clinics you need nothing but interest.</p>
<h2>Can I pay in parts?</h2>
<p>Yes. Diploma fees are paid in three parts, short courses in two. The <a href="/faq">questions page</a> explains when each is due.</p>
<h2>Will I really touch the machines?</h2>
<p>From the first day. Two thirds of the timetable is practice, and visitors could see it: the salon took 31 clients, and the kitchen
served 240 plates.</p>
<h2>What happens afterwards?</h2>
<p>Every diploma ends with a placement in a company, a salon or a studio. Our trainers keep in touch with those who leave; some of them
appear on the <a href="/alumni">alumni page</a>.</p>
<h2>May I bring my baby?</h2>
<p>We were glad that this was asked. There is a quiet room beside the library, and the evening groups suit parents best. Talk to our
registrar before you begin.</p>
<blockquote><p>I came to ask for my daughter. I am going home with a form for myself.</p></blockquote>
<p>If you could not come, call or <a href="/contact">write to us</a> and we will show you round on any working day.</p>`;

export const studentFilm = `<p>A boy lends his bicycle to a neighbour, and the neighbour lends it to a cousin. Seven minutes later it has carried half of Kampala and comes home
with a new bell. Four students of the photography and video course wrote the story, filmed it in two days and edited it in the evenings.</p>
<h2>Made with what we had</h2>
<p>The camera stood on a wheelbarrow for the long shots. The actors are a trainer’s son, the security guard and eleven people who happened to
pass and said yes. The guitar is played by our own music class, recorded in the library after closing time.</p>
<ul>
<li>Filmed on one camera and two phones</li>
<li>Budget: UGX 85,000, most of it for lunch</li>
<li>One bicycle, returned to its owner</li>
</ul>
<blockquote><p>We cut out everything we were proud of. Then it was short enough to be good.</p></blockquote>
<p>Their tutor Brian Lutakome has sent the film to two student festivals in the region. Until we hear from them, you can watch it above, and
more of our films on the <a href="/videos">videos page</a>.</p>
<h2>Make the next one</h2>
<p>The course takes twelve weeks, three afternoons a week, and cameras are on loan. The <a href="/programs">program page</a> says when it begins,
and the <a href="/gallery?category=training">gallery</a> shows what the class photographs in between.</p>`;

export const street = `<p>On the last Friday of each month four chairs, a mirror and a long extension lead move out of the training salon and on to the pavement. Anyone
who passes can sit down and have a haircut or a set of braids, free.</p>
<p>The idea came from the students. Prices had risen, and boda boda riders who used to come every other week came once a month or not at all.
The class asked whether it could practise on the street instead of waiting for clients inside.</p>
<h2>What we count</h2>
<ul>
<li>412 haircuts since February</li>
<li>96 sets of braids, most of them on the day before school opens</li>
<li>Three students hired by clients who liked what they saw</li>
</ul>
<blockquote><p>In the salon they are polite about your work. On the street they tell you the truth.</p></blockquote>
<p>Trainer Prossy Nabukeera marks hygiene and manners on these days, not speed. Each tool is cleaned between clients, in plain sight, and
students learn to explain why.</p>
<h2>Come by</h2>
<p>We start at two in the afternoon in front of Plot 12, Kampala Road, and stop when the light goes. When it rains we move under the roof of
the <a href="/facilities">assembly hall</a>. If you would like to learn the craft yourself, there are a
<a href="/programs">diploma and a four-week clinic</a>; if you would like to give a pair of clippers, see
<a href="/donations">donations</a>.</p>`;

export const intake = `<p>You can now register for all courses that begin on Monday, 18 January 2027. Diploma seats usually fill by the end of November, so it is
worth starting early.</p>
<h2>What is new</h2>
<p>The fashion diploma has a Saturday group for people who work during the week, and there is a new computer repair clinic on
Saturdays. The bakery
course has grown from twelve to sixteen weeks, with a month of event catering at the end.</p>
<h2>What you need</h2>
<ul>
<li>A copy of your last certificate, for the diplomas only</li>
<li>The name and phone of someone we may call in an emergency</li>
<li>About ten minutes for the form</li>
</ul>
<p>Registering costs nothing. A parent or guardian should fill in the form together with anyone under 18.</p>
<h2>What happens next</h2>
<p>Our registrar, Agnes Nakimera, reads each application within three working days and calls you to agree on a visit. You pay the first part
of the fee only once you have seen the workshop and met your trainer.</p>
<blockquote><p>Come and see us first. We would rather lose a form than keep the wrong student.</p></blockquote>
<p>Ready? <a href="/registration">Fill in the form</a>, compare <a href="/programs">the programs</a> or read the
<a href="/faq">answers to common questions</a>. We are also glad to help by phone from Monday to Saturday.</p>`;

export const fashionShow = `<p>At seven on Friday evening the lights in the assembly hall went down, a drum began, and the first of twenty graduating students sent her
collection along a runway made of cutting tables. Three hundred guests had come, and for once the buyers sat in the front row.</p>
<h2>Cloth with a story</h2>
<p>Each student had the same task: six garments, one of them in bark cloth, none of them wasting more than a hand’s width of fabric. What
they made of it could not have been more different. There were raincoats in kitenge, a gomesi with pockets for a phone and a charger,
and school uniforms that can be let out three times as a child grows.</p>
<blockquote><p>I cut that jacket eleven times. Tonight somebody asked me the price.</p></blockquote>
<h2>Sold</h2>
<p>By the end of the evening 74 of the 120 pieces had found a buyer, and two shops on Kampala Road had asked for small orders. Trainer
Harriet Aumo reminded everyone that a collection is finished only when the costing sheet is.</p>
<ul>
<li>First prize: a sewing machine, for a collection of workwear for market women</li>
<li>Second prize: 40 metres of cloth</li>
<li>Prize of the public: the raincoats</li>
</ul>
<p>There are pictures in the <a href="/gallery">gallery</a>. The next class begins in January, and you can
<a href="/registration">register now</a>; the <a href="/programs">program page</a> says what the course holds.</p>`;
