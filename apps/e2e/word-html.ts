const wordEntry = (bullet: string, words: string, { level = 1, at = 'Middle' } = {}) =>
  `<p class=MsoListParagraphCxSp${at} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
lang=EN-GB style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><span lang=EN-GB>${words}<o:p></o:p></span></p>
`;

const wordRow = (one: string, two: string, { at = 'first' } = {}) =>
  `<tr style='mso-yfti-irow:0;mso-yfti-${at}row:yes'>${[one, two].map(wordCell).join('')}</tr>
`;

const wordCell = (words: string) => `
 <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
 <p class=MsoNormal style='margin-bottom:0cm'><span lang=EN-GB>${words}<o:p></o:p></span></p>
 </td>`;

/** As Word puts it on the clipboard, with its styles and Office tags. */
export const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/office/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:Calibri;} p.MsoNormal {margin:0cm;mso-style-qformat:yes;}
@list l0:level1 {mso-level-number-format:bullet;} --></style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h1><span lang=EN-GB style='color:#2F5496'>Open day<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-GB style='font-size:12.0pt;font-family:"Calibri",sans-serif'>Come and see </span><b
style='mso-bidi-font-weight:normal'><span lang=EN-GB>all workshops</span></b><span lang=EN-GB>, from <i>9 to 4</i>.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-GB><o:p>&nbsp;</o:p></span></p>
${wordEntry('·', 'Tea', { at: 'First' })}${wordEntry('o', 'with milk', { level: 2 })}${wordEntry('o', 'without', { level: 2 })}${wordEntry('·', 'Cake')}${wordEntry('1.', 'Speech')}${wordEntry('2.', 'Prizes', { at: 'Last' })}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
${wordRow('<b>Time</b>', '<b>What</b>')}${wordRow('9:00', 'Welcome', { at: 'last' })}</table>
<p class=MsoQuote><span lang=EN-GB>Everybody is welcome.<o:p></o:p></span></p>
${wordEntry('3.', 'Songs', { at: 'First' })}<p class=MsoNormal><span lang=EN-GB>Details on <a href="https://example.org/day"><span style='color:#0563C1'>our page</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-GB><!--[if gte vml 1]><v:shape id="Picture_1" type="#_x0000_t75"><v:imagedata
src="file:///C:/Users/office/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=120 height=80 src="file:///C:/Users/office/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"><![endif]></span></p>
<!--EndFragment-->
</body>
</html>`;
