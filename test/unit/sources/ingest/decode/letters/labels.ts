/** Labels of public money by language, with the encodings in which published files have them. */
export const LABELS: readonly {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly labels: readonly string[];
}[] = [
  {
    language: "German",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "cp437", "macroman"],
    labels:
      "Straßenbau|Öffentliche Ordnung|Zuschüsse für laufende Zwecke|Müllabfuhr|Verkehrsflächen|Jugendförderung|Gebühren und Beiträge|Kindertagesstätten|Räumliche Planung|Abwasserbeseitigung Süd|Übrige Erträge|Fördermittel des Landes Thüringen".split(
        "|",
      ),
  },
  {
    language: "French",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "cp437", "macroman"],
    labels:
      "Dépenses de fonctionnement|Enseignement élémentaire|Voirie et réseaux|Médiathèque|Subventions versées|Intérêts de la dette|Aménagement de l’espace|Sécurité incendie|Collège Hélène Boucher|Action économique|Bâtiments scolaires|Théâtre municipal".split(
        "|",
      ),
  },
  {
    language: "Spanish",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "cp437", "macroman"],
    labels:
      "Educación infantil|Administración general|Protección del medio ambiente|Vías públicas|Señalización|Cañada Real|Pensiones y otras prestaciones económicas|Órganos de gobierno|Gestión de residuos sólidos|Año presupuestario|Bibliotecas y archivos históricos|Niños y jóvenes".split(
        "|",
      ),
  },
  {
    language: "Portuguese",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "macroman"],
    labels:
      "Educação básica|Saúde|Administração tributária|Assistência à criança|Segurança pública|Habitação|Gestão ambiental|Ações judiciais|Município de São João|Convênios|Manutenção das estradas|Previdência".split(
        "|",
      ),
  },
  {
    language: "Italian",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "cp437", "macroman"],
    labels:
      "Attività culturali|Viabilità|Qualità dell’aria|Pubblica utilità|Comunità montana|Mobilità|Indennità|Università|Città metropolitana|Più servizi|Solidarietà|Libertà".split(
        "|",
      ),
  },
  {
    language: "Swedish",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "cp437", "macroman"],
    labels:
      "Äldreomsorg|Förskola|Gator och vägar|Särskola|Räddningstjänst|Miljö- och hälsoskydd|Övriga kostnader|Löner|Kommunfullmäktige|Avgifter för vård|Kultur och bibliotek i Malmö|Näringsliv".split(
        "|",
      ),
  },
  {
    language: "Danish",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "macroman"],
    labels:
      "Ældrepleje|Børn og unge|Økonomiudvalget|Miljøbeskyttelse|Lønninger|Førtidspension|Kørsel|Sundhed og hjælpemidler|Tilskud til boligstøtte|Århus Kommune|Renholdelse af gader i København|Skoler på Sjælland".split(
        "|",
      ),
  },
  {
    language: "Finnish",
    encodings: ["windows-1252", "iso-8859-15", "cp850", "macroman"],
    labels:
      "Käyttötalous|Päivähoito|Terveydenhuolto ja sairaanhoito Jyväskylä|Henkilöstömenot|Ympäristönsuojelu|Tekninen lautakunta Hämeenlinna|Määräraha|Lisätalousarvio Riihimäki|Työllisyys|Kiinteistöt|Elinkeinojen edistäminen|Sähkö ja lämpö".split(
        "|",
      ),
  },
  {
    language: "Icelandic",
    encodings: ["windows-1252"],
    labels:
      "Félagsþjónusta|Fræðslumál|Menningarmál í Reykjavík|Æskulýðs- og íþróttamál|Brunamál og almannavarnir|Umhverfismál|Skipulags- og byggingarmál|Sameiginlegur kostnaður bæjarins|Rekstur hjúkrunarheimila|Þjónustugjöld|Útgjöld|Framlög úr ríkissjóði".split(
        "|",
      ),
  },
  {
    language: "Estonian",
    encodings: ["windows-1257", "windows-1252"],
    labels:
      "Põhikool|Lasteaed Päikesekiir|Üldvalitsus|Sotsiaalne kaitse, puuetega inimeste hooldus, õpe|Keskkonnakaitse ja jäätmekäitlus|Tänavavalgustus|Majandamiskulud Tõrva|Töötasu|Täiendav eelarve|Põllumajandus|Küte ja soojusenergia|Hõivatus".split(
        "|",
      ),
  },
  {
    language: "Polish",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Oświata i wychowanie|Ochrona środowiska|Gospodarka mieszkaniowa w Łodzi|Drogi publiczne powiatowe, część śląska|Pomoc społeczna|Świadczenia rodzinne|Zakup usług pozostałych|Różne rozliczenia|Województwo małopolskie|Dochody własne|Wynagrodzenia osobowe pracowników|Składki na ubezpieczenia".split(
        "|",
      ),
  },
  {
    language: "Czech",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Základní školy|Daň z příjmů|Životní prostředí|Příspěvek zřizovateli|Rozpočtová opatření|Běžné výdaje|Městská policie|Veřejné osvětlení|Odvádění a čištění odpadních vod|Účetní období|Úroky z úvěrů|Péče o vzhled obcí a veřejnou zeleň".split(
        "|",
      ),
  },
  {
    language: "Slovak",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Základné školy|Daň z príjmov|Životné prostredie|Bežné výdavky|Kapitálové príjmy|Miestne komunikácie|Požiarna ochrana|Ľudské zdroje|Zariadenia sociálnych služieb|Odmeny zamestnancov|Údržba verejného osvetlenia|Materské školy".split(
        "|",
      ),
  },
  {
    language: "Hungarian",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Önkormányzati működés|Személyi juttatások|Felhalmozási célú bevétel|Közművelődés|Egészségügyi ellátás|Tűzoltóság|Köztisztasági tevékenység|Dologi kiadások összesen|Társadalmi szervezetek|Költségvetés|Ösztöndíj|Üdültetés".split(
        "|",
      ),
  },
  {
    language: "Slovenian",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Občinski svet|Vzdrževanje cest|Socialno varstvo starejših|Izobraževanje|Tekoči odhodki v šolah|Plače zaposlenih|Čiščenje voda|Kmetijstvo in podeželje|Požarna varnost|Proračunska rezerva|Družbene dejavnosti|Mladinski center Žalec".split(
        "|",
      ),
  },
  {
    language: "Croatian",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Rashodi za zaposlene u školama|Zaštita okoliša|Proračunska sredstva|Općina Čakovec|Gradsko vijeće|Održavanje cesta|Javni red i sigurnost Šibenik|Predškolski odgoj|Zdravstvo i socijalna skrb Županije|Vodoopskrba i odvodnja Đakovo|Kulturna baština|Poljoprivreda i šumarstvo".split(
        "|",
      ),
  },
  {
    language: "Romanian",
    encodings: ["windows-1250", "iso-8859-2"],
    labels:
      "Învăţământ|Sănătate|Cheltuieli de personal şi bunuri|Asigurări sociale|Autorităţi publice|Locuinţe şi dezvoltare publică|Apărare naţională|Transporturi în judeţ|Protecţia mediului|Venituri proprii încasate|Acţiuni economice|Dobânzi aferente datoriei publice".split(
        "|",
      ),
  },
  {
    language: "Lithuanian",
    encodings: ["windows-1257"],
    labels:
      "Švietimas|Aplinkos apsauga ir tvarkymas, šiukšlės|Savivaldybės išlaidos|Socialinė apsauga|Biudžeto pajamos|Sveikatos priežiūra|Kultūra ir sportas|Žemės ūkis|Darbo užmokestis|Viešoji tvarka|Keliai ir gatvės|Mokinių pavėžėjimas".split(
        "|",
      ),
  },
  {
    language: "Latvian",
    encodings: ["windows-1257"],
    labels:
      "Izglītība|Vides aizsardzība|Sociālā aizsardzība|Pašvaldības budžets|Izdevumi pamatfunkcijām|Kultūra un sports|Veselība|Ieņēmumi|Atalgojums skolotājiem|Ceļu uzturēšana|Vispārējie valdības dienesti|Nodokļi".split(
        "|",
      ),
  },
  {
    language: "Turkish",
    encodings: ["windows-1254", "iso-8859-9"],
    labels:
      "Eğitim hizmetleri|Sağlık|Çevre koruma|Personel giderleri ve ödenekler|Fen İşleri Müdürlüğü|Zabıta|İçme suyu|Yatırım harcamaları|Bütçe başlangıç ödeneği|Sosyal güvenlik kurumlarına ödemeler|Kültür ve turizm|Şehir planlama".split(
        "|",
      ),
  },
  {
    language: "Russian",
    encodings: ["windows-1251", "koi8-r"],
    labels:
      "Образование|Жилищное хозяйство|Охрана окружающей среды|Доходы бюджета|Социальная политика|Общегосударственные вопросы|Дорожное хозяйство|Культура|Здравоохранение|Налог на прибыль|РАСХОДЫ|Сумма".split(
        "|",
      ),
  },
  {
    language: "Ukrainian",
    encodings: ["windows-1251", "koi8-u"],
    labels:
      "Освіта|Охорона здоров'я|Житлове господарство|Видатки бюджету|Соціальний захист|Державне управління|Єдиний податок|Культура і мистецтво|Їдальня|Заробітна плата|Поточний ремонт доріг|Міський голова".split(
        "|",
      ),
  },
  {
    language: "Bulgarian",
    encodings: ["windows-1251"],
    labels:
      "Образование|Здравеопазване|Жилищно строителство|Отбрана и сигурност|Приходи от такси|Общински съвет|Заплати и възнаграждения|Опазване на околната среда|Културни дейности|Издръжка|Данъци|Плащания".split(
        "|",
      ),
  },
  {
    language: "Serbian",
    encodings: ["windows-1251"],
    labels:
      "Образовање|Заштита животне средине|Комунална делатност|Скупштина општине|Расходи за запослене|Предшколско васпитање|Буџет|Социјална заштита|Приходи од пореза|Путна привреда|Култура|Здравство".split(
        "|",
      ),
  },
  {
    language: "Greek",
    encodings: ["windows-1253", "iso-8859-7"],
    labels:
      "Εκπαίδευση|Προϋπολογισμός|Δαπάνες προσωπικού|Υγεία|Προστασία περιβάλλοντος|Έσοδα από φόρους|Δήμος Αθηναίων|Ύδρευση|Συντήρηση οδών|Άλλα έξοδα|Κοινωνική πολιτική|Πολιτισμός".split(
        "|",
      ),
  },
  {
    language: "Hebrew",
    encodings: ["windows-1255"],
    labels:
      "חינוך|תקציב רגיל|הכנסות ממיסים|רווחה ושירותים חברתיים|איכות הסביבה|הוצאות שכר|תחזוקת כבישים|מועצה מקומית|בריאות הציבור|תרבות וספורט|ביטחון|ארנונה כללית".split(
        "|",
      ),
  },
  {
    language: "Arabic",
    encodings: ["windows-1256"],
    labels:
      "التعليم|الصحة العامة|النفقات التشغيلية|الإيرادات الضريبية|وزارة المالية|الأجور والرواتب|حماية البيئة|المياه والصرف الصحي|الميزانية|الطرق والجسور|الشؤون الاجتماعية|الدفاع".split(
        "|",
      ),
  },
  {
    language: "Japanese",
    encodings: ["shift_jis", "euc-jp"],
    labels:
      "教育費|土木費|歳入合計|民生費|予算額|道路橋りょう費|市税|公債費|職員給与|ごみ処理センター|保育所運営費|令和４年度一般会計".split(
        "|",
      ),
  },
  {
    language: "Chinese",
    encodings: ["gb18030"],
    labels:
      "教育支出|一般公共服务支出|社会保障和就业|医疗卫生|预算数|城乡社区事务|交通运输|农林水支出|公共安全|科学技术|文化旅游体育与传媒|金额（万元）".split(
        "|",
      ),
  },
  {
    language: "Chinese, traditional",
    encodings: ["big5"],
    labels:
      "教育支出|社會福利支出|經濟發展支出|一般政務支出|歲入預算|環境保護|警政支出|補助及捐助|人事費|機關名稱|債務支出|臺北市政府".split(
        "|",
      ),
  },
  {
    language: "Korean",
    encodings: ["euc-kr"],
    labels:
      "교육|일반공공행정|사회복지|세출예산|환경보호|보건|국토및지역개발|문화관광|인건비|지방세수입|집행액|농림해양수산".split(
        "|",
      ),
  },
];
