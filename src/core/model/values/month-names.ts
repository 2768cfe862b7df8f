/** English names, January first. */
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** English names, Monday first. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/**
 * Names of the months by language, January first, in all cases that dates have: `styczeń|stycznia|sty`. Accents and upper
 * case do not count.
 */
export const MONTHS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: "january|jan,february|feb,march|mar,april|apr,may,june|jun,july|jul,august|aug,september|sept|sep,october|oct,november|nov,december|dec",
  de: "januar|jänner|jaenner|jän|jan,februar|feber|feb|febr,märz|maerz|mär|mrz,april|apr,mai,juni|jun,juli|jul,august|aug,september|sept|sep,oktober|okt,november|nov,dezember|dez",
  fr: "janvier|janv,février|fevrier|févr|fevr|fév,mars,avril|avr,mai,juin,juillet|juil,août|aout,septembre|sept,octobre|oct,novembre|nov,décembre|decembre|déc",
  es: "enero|ene,febrero|feb,marzo|mar,abril|abr,mayo|may,junio|jun,julio|jul,agosto|ago,septiembre|setiembre|sept|set,octubre|oct,noviembre|nov,diciembre|dic",
  ca: "gener|gen,febrer|febr,març|marc,abril|abr,maig,juny,juliol,agost|ag,setembre|set,octubre|oct,novembre|nov,desembre|des",
  pt: "janeiro|jan,fevereiro|fev,março|marco|mar,abril|abr,maio|mai,junho|jun,julho|jul,agosto|ago,setembro|set,outubro|out,novembro|nov,dezembro|dez",
  it: "gennaio|gen,febbraio|feb,marzo|mar,aprile|apr,maggio|mag,giugno|giu,luglio|lug,agosto|ago,settembre|sett|set,ottobre|ott,novembre|nov,dicembre|dic",
  ro: "ianuarie|ian,februarie|feb,martie|mar,aprilie|apr,mai,iunie|iun,iulie|iul,august|aug,septembrie|sept|sep,octombrie|oct,noiembrie|noi|nov,decembrie|dec",
  nl: "januari|jan,februari|feb,maart|mrt,april|apr,mei,juni|jun,juli|jul,augustus|aug,september|sept|sep,oktober|okt,november|nov,december|dec",
  da: "januar|jan,februar|feb,marts|mar,april|apr,maj,juni|jun,juli|jul,august|aug,september|sept|sep,oktober|okt,november|nov,december|dec",
  sv: "januari|jan,februari|feb,mars|mar,april|apr,maj,juni|jun,juli|jul,augusti|aug,september|sept|sep,oktober|okt,november|nov,december|dec",
  no: "januar|jan,februar|feb,mars|mar,april|apr,mai,juni|jun,juli|jul,august|aug,september|sept|sep,oktober|okt,november|nov,desember|des",
  is: "janúar|jan,febrúar|feb,mars|mar,apríl|apr,maí|mai,júní|jún,júlí|júl,ágúst|ágú,september|sep,október|okt,nóvember|nóv,desember|des",
  fi: "tammikuu|tammikuuta|tammikuun|tammi,helmikuu|helmikuuta|helmikuun|helmi,maaliskuu|maaliskuuta|maaliskuun|maalis,huhtikuu|huhtikuuta|huhtikuun|huhti,toukokuu|toukokuuta|toukokuun|touko,kesäkuu|kesäkuuta|kesäkuun|kesä,heinäkuu|heinäkuuta|heinäkuun|heinä,elokuu|elokuuta|elokuun|elo,syyskuu|syyskuuta|syyskuun|syys,lokakuu|lokakuuta|lokakuun|loka,marraskuu|marraskuuta|marraskuun|marras,joulukuu|joulukuuta|joulukuun|joulu",
  et: "jaanuar|jaan,veebruar|veebr,märts|mär,aprill|apr,mai,juuni|juun,juuli|juul,august|aug,september|sept,oktoober|okt,november|nov,detsember|dets",
  lv: "janvāris|janvārī|janvāra|janv,februāris|februārī|februāra|febr,marts|martā|marta,aprīlis|aprīlī|aprīļa|apr,maijs|maijā|maija,jūnijs|jūnijā|jūnija|jūn,jūlijs|jūlijā|jūlija|jūl,augusts|augustā|augusta|aug,septembris|septembrī|septembra|sept,oktobris|oktobrī|oktobra|okt,novembris|novembrī|novembra|nov,decembris|decembrī|decembra|dec",
  lt: "sausis|sausio|saus,vasaris|vasario|vas,kovas|kovo|kov,balandis|balandžio|bal,gegužė|gegužės|geg,birželis|birželio|birž,liepa|liepos|liep,rugpjūtis|rugpjūčio|rugp,rugsėjis|rugsėjo|rugs,spalis|spalio|spal,lapkritis|lapkričio|lapkr,gruodis|gruodžio|gruod",
  pl: "styczeń|stycznia|sty,luty|lutego|lut,marzec|marca|mar,kwiecień|kwietnia|kwi,maj|maja,czerwiec|czerwca|cze,lipiec|lipca,sierpień|sierpnia|sie,wrzesień|września|wrz,październik|października|paź,listopad|listopada,grudzień|grudnia|gru",
  cs: "leden|ledna|led,únor|února|úno,březen|března|bře,duben|dubna|dub,květen|května|kvě,červen|června|čvn,červenec|července|čvc,srpen|srpna,září|zář,říjen|října|říj,listopad|listopadu,prosinec|prosince|pro",
  sk: "január|januára|jan,február|februára|feb,marec|marca|mar,apríl|apríla|apr,máj|mája,jún|júna,júl|júla,august|augusta|aug,september|septembra|sep,október|októbra|okt,november|novembra|nov,december|decembra|dec",
  hu: "január|januári|jan,február|februári|febr,március|márciusi|márc,április|áprilisi|ápr,május|májusi|máj,június|júniusi|jún,július|júliusi|júl,augusztus|augusztusi|aug,szeptember|szeptemberi|szept,október|októberi|okt,november|novemberi|nov,december|decemberi|dec",
  bg: "януари|яну,февруари|фев,март|мар,април|апр,май,юни,юли,август|авг,септември|сеп,октомври|окт,ноември|ное,декември|дек",
  el: "ιανουάριος|ιανουαρίου|ιαν,φεβρουάριος|φεβρουαρίου|φεβ,μάρτιος|μαρτίου|μαρ,απρίλιος|απριλίου|απρ,μάιος|μαΐου|μαϊ|μάι,ιούνιος|ιουνίου|ιουν,ιούλιος|ιουλίου|ιουλ,αύγουστος|αυγούστου|αυγ,σεπτέμβριος|σεπτεμβρίου|σεπ,οκτώβριος|οκτωβρίου|οκτ,νοέμβριος|νοεμβρίου|νοε,δεκέμβριος|δεκεμβρίου|δεκ",
  hr: "siječanj|siječnja|sij,veljača|veljače|velj,ožujak|ožujka|ožu,travanj|travnja|tra,svibanj|svibnja|svi,lipanj|lipnja,srpanj|srpnja,kolovoz|kolovoza|kol,rujan|rujna|ruj,listopad|listopada,studeni|studenoga|studenog|stu,prosinac|prosinca",
  sl: "januar|januarja|jan,februar|februarja|feb,marec|marca|mar,april|aprila|apr,maj|maja,junij|junija|jun,julij|julija|jul,avgust|avgusta|avg,september|septembra|sep,oktober|oktobra|okt,november|novembra|nov,december|decembra|dec",
  sr: "januar|januara|јануар|јануара|јан,februar|februara|фебруар|фебруара|феб,mart|marta|март|марта|мар,april|aprila|април|априла|апр,maj|maja|мај|маја,jun|juna|јун|јуна,jul|jula|јул|јула,avgust|avgusta|август|августа|авг,septembar|septembra|септембар|септембра|сеп,oktobar|oktobra|октобар|октобра|окт,novembar|novembra|новембар|новембра|нов,decembar|decembra|децембар|децембра|дец",
  mk: "јануари|јан,февруари|фев,март|мар,април|апр,мај,јуни,јули,август|авг,септември|сеп,октомври|окт,ноември|ное,декември|дек",
  sq: "janar|jan,shkurt|shk,mars|mar,prill|pri,maj,qershor|qer,korrik|kor,gusht|gus,shtator|sht,tetor|tet,nëntor|nën,dhjetor|dhj",
  mt: "jannar|jan,frar|fra,marzu,april|apr,mejju,ġunju|ġun,lulju|lul,awwissu|aww,settembru|set,ottubru|ott,novembru|nov,diċembru|diċ",
  ga: "eanáir|ean,feabhra|feabh,márta,aibreán|aib,bealtaine|beal,meitheamh|meith,iúil,lúnasa|lún,meán fómhair|mfómh,deireadh fómhair|dfómh,samhain|samh,nollaig|noll",
  uk: "січень|січня|січ,лютий|лютого|лют,березень|березня|бер,квітень|квітня|квіт,травень|травня|трав,червень|червня|черв,липень|липня|лип,серпень|серпня|серп,вересень|вересня|вер,жовтень|жовтня|жовт,листопад|листопада|лист,грудень|грудня|груд",
  ru: "январь|января|янв,февраль|февраля|фев,март|марта|мар,апрель|апреля|апр,май|мая,июнь|июня|июн,июль|июля|июл,август|августа|авг,сентябрь|сентября|сен|сент,октябрь|октября|окт,ноябрь|ноября|ноя,декабрь|декабря|дек",
  be: "студзень|студзеня,люты|лютага,сакавік|сакавіка,красавік|красавіка,май|мая,чэрвень|чэрвеня,ліпень|ліпеня,жнівень|жніўня,верасень|верасня,кастрычнік|кастрычніка,лістапад|лістапада,снежань|снежня",
  hy: "հունվար|հունվարի,փետրվար|փետրվարի,մարտ|մարտի,ապրիլ|ապրիլի,մայիս|մայիսի,հունիս|հունիսի,հուլիս|հուլիսի,օգոստոս|օգոստոսի,սեպտեմբեր|սեպտեմբերի,հոկտեմբեր|հոկտեմբերի,նոյեմբեր|նոյեմբերի,դեկտեմբեր|դեկտեմբերի",
  tr: "ocak|oca,şubat|şub,mart|mar,nisan|nis,mayıs,haziran|haz,temmuz|tem,ağustos|ağu,eylül|eyl,ekim|eki,kasım|kas,aralık|ara",
  ja: "1月|１月|一月,2月|２月|二月,3月|３月|三月,4月|４月|四月,5月|５月|五月,6月|６月|六月,7月|７月|七月,8月|８月|八月,9月|９月|九月,10月|１０月|十月,11月|１１月|十一月,12月|１２月|十二月",
  ko: "1월,2월,3월,4월,5월,6월,7월,8월,9월,10월,11월,12월",
  ar: "يناير|كانون الثاني,فبراير|شباط,مارس|آذار,أبريل|ابريل|إبريل|نيسان,مايو|أيار,يونيو|حزيران,يوليو|تموز,أغسطس|اغسطس|آب,سبتمبر|أيلول,أكتوبر|اكتوبر|تشرين الأول,نوفمبر|تشرين الثاني,ديسمبر|كانون الأول",
  he: "ינואר|בינואר|ינו,פברואר|בפברואר|פבר,מרץ|במרץ|מרס,אפריל|באפריל|אפר,מאי|במאי,יוני|ביוני,יולי|ביולי,אוגוסט|באוגוסט|אוג,ספטמבר|בספטמבר|ספט,אוקטובר|באוקטובר|אוק,נובמבר|בנובמבר|נוב,דצמבר|בדצמבר|דצמ",
  hi: "जनवरी|जन,फरवरी|फ़रवरी|फर,मार्च,अप्रैल,मई,जून,जुलाई,अगस्त|अग,सितंबर|सितम्बर|सित,अक्टूबर|अक्तूबर,नवंबर|नवम्बर|नव,दिसंबर|दिसम्बर|दिस",
  id: "januari|jan,februari|feb,maret|mar,april|apr,mei,juni|jun,juli|jul,agustus|agu|agt|ags,september|sep,oktober|okt,november|nov|nop,desember|des",
};
