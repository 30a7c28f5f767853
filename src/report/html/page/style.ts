/** How the page looks: calm, on any width, in the light and in the dark, and on paper. */
import { looks } from './style-looks.ts';
import { print } from './style-print.ts';

const layout = `
*,*::before,*::after{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;padding:0 1.25rem 4rem;
  font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
  color:var(--ink);background:var(--ground)}
body>header,body>nav,main{max-width:68rem;margin-inline:auto}
code,pre,.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
code{overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
p{margin:.5rem 0}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:0;font-weight:650}
h1{font-size:clamp(1.6rem,4.5vw,2.35rem);letter-spacing:-.015em;margin:.35rem 0 1.25rem;text-wrap:balance;
  overflow-wrap:anywhere}
h2{font-size:1.3rem;margin:3rem 0 1rem}
h3{font-size:1rem;margin:1.75rem 0 .6rem}
h4{font-size:1rem}
h5{font-size:.9375rem}
h6{font-size:.8125rem;color:var(--quiet);margin:1.25rem 0 .4rem}
ul{margin:.5rem 0;padding-left:1.2rem}
ul.plain,ul.alerts,ul.attention,ul.steps,ul.legend,nav ul{list-style:none;padding:0}
body>header{padding-top:2.5rem}
.run{color:var(--quiet);margin:0}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--panel);padding:.5rem 1rem;z-index:9}
.patterns{position:absolute}
nav{border-block:1px solid var(--line);margin-top:1.75rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.6rem 0;font-size:.9rem}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
.grid{display:grid;
  grid-template-columns:repeat(auto-fill,minmax(min(100%,9rem),1fr));gap:.9rem 1.5rem;margin:1.5rem 0 0}
.grid dt{font-size:.8125rem;color:var(--quiet)}
.grid dd{margin:0;overflow-wrap:anywhere}
.whole .bar{border-radius:4px;height:16px}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.6rem 0 0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
.chart{margin:0;padding:1rem 1.1rem;background:var(--panel);border:1px solid var(--line);border-radius:10px}
.chart table{width:100%}
.chart caption{text-align:left;font-weight:650;padding-bottom:.5rem}
.chart th,.chart td{border:0;padding:.3rem 0;vertical-align:middle}
.chart th{width:26%;font-weight:400;overflow-wrap:anywhere;padding-right:.75rem}
.chart td:last-child{width:36%;padding-left:.75rem;font-size:.875rem;color:var(--quiet)}
.bar,.swatch{display:block;border-radius:3px;overflow:hidden;background:var(--track)}
.swatch{display:inline-block;vertical-align:-1px}
.bar.small{display:inline-block;vertical-align:-1px}
table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--line)}
thead th{font-size:.8125rem;color:var(--quiet);font-weight:400}
tbody th{font-weight:600}
td .plain{margin:0}
td{overflow-wrap:break-word;min-width:4rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.scroll{overflow-x:auto}
`;

const findings = `
#filter{position:sticky;top:0;z-index:2;background:var(--ground);border-bottom:1px solid var(--line);
  padding:.6rem 0;display:grid;gap:.4rem}
#filter[hidden]{display:none}
#filter p{margin:0;display:flex;gap:.75rem;align-items:center;flex-wrap:wrap}
#filter fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem;align-items:center}
#filter div{display:flex;flex-wrap:wrap;gap:.4rem 1.75rem}
#filter legend,#filter label[for]{float:left;font-size:.8125rem;color:var(--quiet);padding:0;margin-right:.35rem}
#search{flex:1;min-width:10rem;font:inherit;padding:.4rem .7rem;border:1px solid var(--edge);border-radius:8px;
  background:var(--panel);color:inherit}
button{font:inherit;font-size:.875rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:8px;
  background:var(--panel);color:inherit;cursor:pointer}
#shown{font-size:.875rem;color:var(--quiet)}
.choice input{position:absolute;opacity:0}
.choice span{display:inline-block;padding:.15rem .65rem;border:1px solid var(--edge);border-radius:99px;cursor:pointer;
  font-size:.875rem;color:var(--quiet);text-decoration:line-through}
.choice input:checked+span{border-color:var(--accent);color:var(--ink);background:var(--tint);text-decoration:none}
.choice input:focus-visible+span,:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.finding{position:relative;background:var(--panel);border:1px solid var(--line);margin-top:-1px;
  content-visibility:auto;contain-intrinsic-size:auto 5rem}
.group>h3+.finding{border-radius:10px 10px 0 0}
.finding:last-child{border-radius:0 0 10px 10px}
.group>h3+.finding:last-child{border-radius:10px}
.finding:target{box-shadow:inset 3px 0 var(--accent)}
.finding,.finding [id]{scroll-margin-top:8.5rem}
.group>h3{scroll-margin-top:8.5rem}
.finding[hidden],.group[hidden]{display:none}
.finding>details>summary{padding:.8rem 3rem .8rem 2.25rem;cursor:pointer;list-style:none;position:relative}
summary::-webkit-details-marker{display:none}
.finding>details>summary::before,.attempt>summary::before,.more>summary::before{content:"";display:inline-block;
  width:.4rem;height:.4rem;border:solid var(--quiet);border-width:0 2px 2px 0;transform:rotate(-45deg);
  margin-right:.6rem;vertical-align:.12em}
.finding>details>summary::before{position:absolute;left:1.05rem;top:1.3rem}
details[open]>summary::before{transform:rotate(45deg)}
.head{display:flex;flex-wrap:wrap;gap:.15rem .65rem;align-items:baseline}
.head h4{flex:1 1 16rem;overflow-wrap:anywhere}
.code{color:var(--quiet);overflow-wrap:anywhere}
.marks{display:flex;gap:.35rem;flex-wrap:wrap}
.facts{display:flex;flex-wrap:wrap;gap:0 1.1rem;font-size:.875rem;color:var(--quiet);overflow-wrap:anywhere}
.reason{display:block;font-size:.9375rem;margin-top:.15rem;overflow-wrap:anywhere}
.attention .reason{color:var(--quiet)}
.here{position:absolute;right:1rem;top:.8rem;color:var(--quiet);text-decoration:none;padding:0 .3rem}
.body{padding:.25rem 1.25rem 1.25rem 2.25rem;border-top:1px solid var(--line)}
.text,.said{overflow-wrap:anywhere;max-width:75ch}
.text bdi,.said bdi{white-space:pre-wrap}
.said{border-left:3px solid var(--line);padding-left:.8rem}
.attempt{margin-top:1rem;border-top:1px solid var(--line);padding-top:.75rem}
summary{cursor:pointer}
.attempt>summary h5{display:inline}
.attempt>summary,.more>summary{list-style:none}
.attempt>summary .quiet{white-space:nowrap}
.attempt>.facts{margin-top:.35rem}
.more{margin:.35rem 0}
.output,.command,.diff pre{background:var(--code);border:1px solid var(--line);border-radius:8px;margin:.4rem 0;
  white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
.output,.command{padding:.6rem .8rem;max-height:26rem;overflow:auto}
.diff{margin:.75rem 0}
.diff figcaption{margin-bottom:.3rem}
.diff pre{padding:.35rem 0;overflow:hidden}
.diff pre>*{display:block;position:relative;padding:0 .75rem 0 7.2rem;text-indent:-1ch;text-decoration:none;
  font-style:normal;min-height:1.55em}
.diff pre>*::before,.diff pre>*::after{position:absolute;top:0;width:3rem;text-align:right;text-indent:0;
  color:var(--quiet);font-variant-numeric:tabular-nums}
.diff pre>*::before{content:attr(data-o);left:0}
.diff pre>*::after{content:attr(data-n);left:3.1rem}
.diff ins{background:var(--added)}
.diff del{background:var(--removed)}
.diff .place,.diff .note{color:var(--quiet);background:var(--track);text-indent:0}
.cut,.quiet{color:var(--quiet);font-weight:400}
.plus{color:var(--good)}
.minus{color:var(--bad)}
.badge{display:inline-block;font-size:.78rem;line-height:1.5;padding:0 .5rem;border-radius:99px;
  border:1px solid var(--edge);white-space:nowrap}
.alerts li,.attention li{padding:.55rem .9rem;border-left:3px solid var(--doubt-strong);background:var(--panel);
  margin-bottom:.4rem;border-radius:0 8px 8px 0;overflow-wrap:anywhere}
.attention.left li{border-color:var(--left)}
.steps{display:grid;gap:.6rem}
dt{font-weight:600}
.grid dt{font-weight:400}
dd{margin:0 0 1rem}
bdi{unicode-bidi:isolate}
@media (max-width:40rem){
  body{padding-inline:.9rem}
  #filter{position:static}
  .finding,.finding [id],.group>h3{scroll-margin-top:.5rem}
  .finding>details>summary{padding:.75rem 2.2rem .75rem 1.9rem}
  .finding>details>summary::before{left:.8rem}
  .body{padding-inline:.9rem}
  .here{right:.4rem}
  .diff pre>*{padding-left:3.6rem}
  .diff pre>*::before{display:none}
  .diff del::before{display:block}
  .diff pre>*::after{left:0}
  .chart th,.chart td:last-child{width:auto}
}
`;

export const style = `${looks}${layout}${findings}${print}`;
