/** The page on paper: everything open, nothing cut, no tools. */
export const print = `
@media print{
  @page{margin:14mm}
  html{font-size:9pt}
  body{padding:0;background:none}
  h2{margin-top:1.75rem}
  body>header{padding-top:0}
  body>nav,#filter,.here,.skip{display:none!important}
  details::details-content{content-visibility:visible!important;display:block!important;height:auto!important}
  details>summary::before{display:none!important}
  .finding{content-visibility:visible;break-inside:auto}
  .finding>details>summary{padding-inline:.9rem}
  .body{padding-inline:.9rem}
  .output,.command{max-height:none;overflow:visible}
  .scroll{overflow:visible}
  h2,h3,h4,h5,h6,summary,figcaption{break-after:avoid}
  tr,li,.chart{break-inside:avoid}
  .bar,.swatch,.badge,.diff ins,.diff del,.diff .place,.alerts li,.attention li{print-color-adjust:exact;
    -webkit-print-color-adjust:exact}
  a{color:inherit;text-decoration:none}
}
`;
