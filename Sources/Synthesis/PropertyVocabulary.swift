/// What names mean, in English and the basics of Spanish, German and French. Words are joined and in lower-case letters.
enum PropertyVocabulary {
  private static let lists: [(PropertyMeaning.Kind, String)] = [
    (.id, "id ids uuids guids uuid guid uid identifier objectid pk identificador kennung identifiant"),
    (.firstName, "firstname givenname forename fname vorname prenom nombres primernombre"),
    (.lastName, "lastname familyname surname lname nachname apellido apellidos nomdefamille middlename"),
    (
      .fullName,
      "fullname displayname realname contactname author authorname recipient recipientname cardholder cardholdername "
        + "holdername accountholder accountholdername ownername nombrecompleto nomcomplet sendername customername "
        + "assignee reviewer attention recipientfullname signername personname createdby updatedby changedby addedby "
        + "enteredby approvedby uploadedby assignedto postedby administeredby requestedby modifiedby reportedby payee"
    ),
    (
      .username,
      "username acct login nickname handle screenname userhandle usuario benutzername utilisateur loginname alias nick"
    ),
    (.name, "name nombre nom bezeichnung label caption label"),
    (.email, "email mail emailaddress correo correoelectronico courriel emailadresse mailaddress"),
    (
      .phone,
      "phone phonenumber telephone telephonenumber mobile mobilenumber cell cellphone fax faxnumber telefono movil "
        + "telefon telefonnummer handy msisdn tel whatsapp mobilephone contactnumber"
    ),
    (
      .street,
      "street streetaddress addressline addressline1 address1 streetname street1 calle strasse rue direccion adresse "
        + "addresslineone streetline"
    ),
    (.unit, "unit apartment suite address2 floor streetline2 addresslinetwo housenumber"),
    (.city, "city town locality municipality ciudad stadt ort ville localidad cityname placeofbirth birthplace"),
    (
      .region,
      "state province region county stateprovince provincia bundesland departement stateorprovince administrativearea"
    ),
    (.postalCode, "zip zipcode postalcode postcode plz codepostal codigopostal"),
    (.country, "country countryname pais land pays nationality"),
    (.countryCode, "countrycode countryiso countrycodealpha market countryisocode iso"),
    (.address, "address fulladdress formattedaddress location billingaddress shippingaddress"),
    (.latitude, "lat latitude latitud breitengrad"),
    (.longitude, "lng lon long longitude longitud laengengrad"),
    (
      .company,
      "company companyname organization organisation organizationname employer businessname merchant merchantname vendor "
        + "supplier empresa firma unternehmen entreprise manufacturer publisher legalname bank bankname carrier"
    ),
    (.jobTitle, "jobtitle job position occupation profession puesto designation"),
    (.product, "product productname item itemname producto produkt produit artikel"),
    (.brand, "brand make marca marke marque"),
    (.category, "category categoryname kategorie categoria categorie genre topic section department subcategory"),
    (.coordinates, "coordinates lnglat lonlat"),
    (
      .amount,
      "amount price total subtotal cost fee balance sum discount tax taxes netamount grossamount unitprice "
        + "totalprice totalamount precio monto importe preis betrag prix montant salary budget revenue charge refund "
        + "shipping shippingcost credit debit rent deposit"
    ),
    (.currency, "currency currencycode moneda waehrung wahrung devise"),
    (.percentage, "percent percentage pct progress ratio discountpercent taxrate vatrate humidity completion"),
    (.quantity, "quantity qty stock inventory units cantidad menge quantite seats guests copies servings"),
    (
      .count,
      "count number num views likes followers following shares downloads attempts retries "
        + "points score reposts reblogs replies"
    ),
    (.ordinal, "rank order index sequence sortorder sort orderindex displayorder position ordering lft"),
    (.rating, "rating stars averagerating ratingaverage bewertung"),
    (.age, "age edad alter"),
    (.year, "year yearbuilt founded foundedyear expyear expirationyear modelyear ano jahr annee"),
    (.month, "month expmonth expirationmonth mes monat mois"),
    (.day, "day dayofmonth dia jour"),
    (.weight, "weight mass peso gewicht poids"),
    (.length, "length width height depth distance altitude radius elevation thickness diameter"),
    (.duration, "duration timeout interval ttl expiresin seconds delay runtime elapsed"),
    (.size, "size filesize bytes contentlength"),
    (
      .url,
      "url uri href link website homepage web webpage webhook callback callbackurl redirecturl endpoint permalink "
        + "siteurl weburl sitio webseite lien self next previous profileurl"
    ),
    (.avatar, "avatar avatarurl profileimage profilepicture profilephoto profileimageurl userpic gravatar headshot"),
    (
      .picture,
      "image imageurl picture pictureurl photo photos thumbnail thumbnailurl cover coverimage banner imagen foto bild "
        + "imageuri artwork photourl poster preview imgurl img thumb background pictureuri photouri"
    ),
    (.icon, "icon iconurl logo logourl favicon badge"),
    (
      .created,
      "created createdat createdon createddate datecreated creationdate creationtime createdtime inserted insertedat "
        + "dateadded addedat createat registered registeredat joined joinedat joindate signupdate creado fechacreacion erstellt "
        + "erstelltam creele createtime createddatetime startedat submittedat datecreation orderdate orderedat placedat"
    ),
    (
      .updated,
      "updated updatedat updatedon updateddate dateupdated modified modifiedat modifieddate lastmodified datemodified "
        + "lastupdated lastupdate changedat actualizado geaendertam modifiele updatetime updateddatetime completedat "
        + "finishedat updateat editat lastmodifieddate editedat dateupdate lastseen lastseenat lastlogin lastloginat lastactivity lastmodifiedtime"
    ),
    (
      .past,
      "date datetime fecha datum publishedat published publishdate publicationdate postedat sentat paidat "
        + "shippedat cancelledat canceledat deletedat archivedat closedat readat verifiedat issuedat issuedate invoicedate "
        + "transactiondate starttime startdate start startsat startson validfrom releasedate released occurredat receivedat "
        + "processedat approvedat lastusedat activatedat issued takenat checkedat acceptedat rejectedat fixtime "
        + "devicetime servertime arrivedat confirmedat resolvedat deleteat"
    ),
    (
      .future,
      "expires expiresat expiry expirydate expirationdate expiration expirationtime duedate dueat due deadline enddate "
        + "endtime endsat end validuntil validto renewsat nextbilling scheduledat scheduledfor deliverydate shipdate "
        + "eta checkin checkout departure arrival expiresdate scheduledtime departuretime arrivaltime checkindate checkoutdate "
        + "pickuptime appointmentdate bookingdate endson eventdate until"
    ),
    (.birthDate, "birthdate birthday dateofbirth dob fechanacimiento geburtsdatum datenaissance bornon"),
    (.time, "time hour openingtime closingtime opens closes hora uhrzeit heure"),
    (.timestamp, "timestamp ts epoch unixtime"),
    (.status, "status stage phase etat"),
    (.type, "type kind mode variant class channel source tipo typ art"),
    (.color, "color colour hexcolor backgroundcolor textcolor farbe couleur"),
    (.tag, "tag tags keyword keywords labels hashtag etiqueta etiquetas"),
    (.slug, "slug permalinkslug urlkey seoname shortname"),
    (.ip, "ip ipaddress ipv4address remoteip clientip remoteaddress"),
    (.macAddress, "mac macaddress"),
    (.locale, "locale localecode"),
    (.language, "language languagecode lang idioma sprache langue"),
    (.timeZone, "timezone tz timezoneid zonahoraria"),
    (.sku, "sku partnumber itemnumber productcode articlenumber modelnumber serialnumber serial barcode ean upc gtin"),
    (.isbn, "isbn isbn13 isbn10"),
    (.version, "version apiversion appversion release build revision"),
    (
      .token,
      "token accesstoken refreshtoken secret apikey clientsecret sessiontoken authtoken password pin nonce signature cursor "
        + "publickey privatekey accesskey secretkey serverkey vapidkey streamkey nodekey machinekey authkey sshkey hostkey "
        + "codeverifier codechallenge jwt salt otp "
        + "passcode csrf"
    ),
    (.hash, "hash sha sha1 sha256 md5 checksum etag digest fingerprint commit"),
    (.mimeType, "mimetype contenttype mediatype"),
    (.fileName, "filename originalname originalfilename attachment filepath archivo datei fichier"),
    (.path, "path folder directory route"),
    (.title, "title headline subject heading titulo titel titre subtitle"),
    (
      .description,
      "description desc introduction summary body content text details detail excerpt overview abstract log output descripcion "
        + "beschreibung contenido inhalt story instructions statementdescriptor"
    ),
    (.biography, "bio biography about aboutme"),
    (.problem, "error errors lasterror errormessage errorcode warning warnings failurereason failuremessage"),
    (.note, "note notes notas memo remark remarks observation observations specialrequests additionalinfo"),
    (
      .comment,
      "msg hint answer explanation comment message reply feedback review comentario mensaje nachricht kommentar reason question"
    ),
    (.gender, "gender sex genero geschlecht"),
    (.domain, "domain hostname host domainname subdomain"),
    (.userAgent, "useragent browser"),
    (.iban, "iban accountnumber bankaccount"),
    (.lastDigits, "last4 lastfour cardlast"),
    (
      .code,
      "code coupon couponcode promocode reference referencenumber ordernumber invoicenumber trackingnumber confirmationcode codigo"
    ),
    (
      .flag,
      "favorite favourite pinned starred active enabled disabled deleted verified visible public private archived featured available completed done"
    ),
  ]

  static let kinds: [String: PropertyMeaning.Kind] = lists.reduce(into: [:]) { kinds, list in
    for name in list.1.split(separator: " ") where kinds[String(name)] == nil { kinds[String(name)] = list.0 }
  }
}
