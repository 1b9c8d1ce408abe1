extension StyleCase {
  /// Procedures with a dot.
  static let chat = StyleCase(
    name: "chat",
    document: smallDocument(
      [
        "GET /users.list ?cursor,limit:integer > (ok:boolean;members:[Member];response_metadata:(next_cursor:string))",
        "GET /users.info ?user* > (ok:boolean;user:Member)",
        "GET /conversations.list ?cursor,limit:integer > (ok:boolean;channels:[Channel];response_metadata:(next_cursor:string))",
        "POST /conversations.create <form~(name:string!) > (ok:boolean;channel:Channel)",
        "POST /conversations.archive <form~(channel:string!) > (ok:boolean)",
        "POST /chat.postMessage <form~(channel:string!;text:string) > (ok:boolean;ts:string;message:(text:string))",
        "POST /auth.test > (ok:boolean;team:string)",
      ],
      schemas: [
        "Member": "id:U012A3CDE;name:string;deleted:boolean;real_name:string",
        "Channel": "id:C012AB3CD;name:string;is_archived:boolean;created:integer",
      ]),
    expected: [
      "GET /users.list list users env=members page=cursor:cursor/limit",
      "GET /users.info read users id=?user env=user",
      "GET /conversations.list list conversations env=channels page=cursor:cursor/limit",
      "POST /conversations.create create conversations env=channel",
      "POST /conversations.archive action conversations id=body.channel set=is_archived:true",
      "POST /chat.postMessage call -",
      "POST /auth.test call -",
    ])

  /// The resource's own name around requests and answers.
  static let blog = StyleCase(
    name: "blog",
    document: smallDocument(
      [
        "POST /users/login <(user:Login!) > (user:Account)",
        "GET /user > (user:Account)",
        "PUT /user <(user:AccountChange!) > (user:Account)",
        "GET /posts ?tag,author,limit:integer,offset:integer > (posts:[Post];postsCount:integer)",
        "POST /posts <(post:NewPost!) >201 (post:Post)",
        "GET /posts/feed ?limit:integer,offset:integer > (posts:[Post];postsCount:integer)",
        "GET /posts/{slug} > (post:Post)",
        "PUT /posts/{slug} <(post:PostChange!) > (post:Post)",
        "DELETE /posts/{slug} >204",
        "POST /posts/{slug}/favorite > (post:Post)",
        "DELETE /posts/{slug}/favorite > (post:Post)",
        "GET /posts/{slug}/comments > (comments:[Comment])",
        "POST /posts/{slug}/comments <(comment:(body:string!)!) > (comment:Comment)",
        "DELETE /posts/{slug}/comments/{id} >200",
        "GET /tags > (tags:[string])",
      ],
      schemas: [
        "Login": "email:string!;password:string!",
        "Account": "email:string!;token:string!;username:string!;bio:string",
        "AccountChange": "email:string;bio:string",
        "Author": "username:string!;bio:string;following:boolean",
        "Post":
          "slug:string!;title:string!;body:string!;tagList:[string];createdAt:date-time!;updatedAt:date-time!;favorited:boolean;author:Author",
        "NewPost": "title:string!;body:string!;tagList:[string]",
        "PostChange": "title:string;body:string",
        "Comment": "id:integer!;body:string!;createdAt:date-time;author:Author",
      ]),
    expected: [
      "POST /users/login action users env=user",
      "GET /user read users env=user",
      "PUT /user update users env=user req=user",
      "GET /posts list posts env=posts page=offset:offset/limit",
      "POST /posts create posts env=post req=post",
      "GET /posts/feed list posts env=posts page=offset:offset/limit",
      "GET /posts/{slug} read posts id=slug env=post",
      "PUT /posts/{slug} update posts id=slug env=post req=post",
      "DELETE /posts/{slug} delete posts id=slug",
      "POST /posts/{slug}/favorite action posts id=slug env=post set=favorited:true",
      "DELETE /posts/{slug}/favorite action posts id=slug env=post set=favorited:false",
      "GET /posts/{slug}/comments list comments in=posts env=comments",
      "POST /posts/{slug}/comments create comments in=posts env=comment req=comment",
      "DELETE /posts/{slug}/comments/{id} delete comments id=id in=posts",
      "GET /tags read tags",
    ])

  /// Collections in the singular, ids in the content, lists by query.
  static let petShop = StyleCase(
    name: "pet shop",
    document: smallDocument(
      [
        "POST /pet <Pet > Pet",
        "PUT /pet <Pet > Pet",
        "GET /pet/findByStatus ?status:available|sold > [Pet]",
        "GET /pet/{petId} > Pet",
        "POST /pet/{petId} ?name,status > Pet",
        "DELETE /pet/{petId} >200",
        "POST /pet/{petId}/uploadImage <binary > (code:integer;message:string)",
        "GET /store/inventory > map",
        "POST /store/order <Order > Order",
        "GET /store/order/{orderId} > Order",
        "POST /user/createWithList <[Keeper] > Keeper",
        "POST /user <Keeper > Keeper",
        "GET /user/login ?username,password > string",
        "GET /user/{username} > Keeper",
        "PUT /user/{username} <Keeper >200",
      ],
      schemas: [
        "Pet": "id:integer;name:string!;category:Category;photoUrls:[string]!;status:available|sold",
        "Category": "id:integer;name:string",
        "Order": "id:integer;petId:integer;quantity:integer;status:placed|delivered;complete:boolean",
        "Keeper": "id:integer;username:string;email:string",
      ]),
    expected: [
      "POST /pet create pets",
      "PUT /pet replace pets id=body.id",
      "GET /pet/findByStatus list pets",
      "GET /pet/{petId} read pets id=petId",
      "POST /pet/{petId} update pets id=petId",
      "DELETE /pet/{petId} delete pets id=petId",
      "POST /pet/{petId}/uploadImage action pets id=petId",
      "GET /store/inventory read inventory",
      "POST /store/order create orders",
      "GET /store/order/{orderId} read orders id=orderId",
      "POST /user/createWithList create users",
      "POST /user create users",
      "GET /user/login action users",
      "GET /user/{username} read users id=username",
      "PUT /user/{username} update users id=username",
    ])

  /// `.json` behind names and ids, a date in the path, addresses of pages.
  static let telephony = StyleCase(
    name: "telephony",
    document: smallDocument(
      [
        "GET /2010-04-01/Accounts.json ?PageSize:integer,Page:integer,PageToken > (accounts:[Account];next_page_uri:uri;page:integer;page_size:integer)",
        "GET /2010-04-01/Accounts/{Sid}.json > Account",
        "POST /2010-04-01/Accounts/{Sid}.json <form~(FriendlyName:string) > Account",
        "GET /2010-04-01/Accounts/{AccountSid}/Messages.json ?To,PageSize:integer,Page:integer,PageToken > (messages:[Message];next_page_uri:uri;first_page_uri:uri;page:integer)",
        "POST /2010-04-01/Accounts/{AccountSid}/Messages.json <form~(To:string!;Body:string) >201 Message",
        "GET /2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json > Message",
        "DELETE /2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json >204",
        "GET /2010-04-01/Accounts/{AccountSid}/Messages/{MessageSid}/Media.json > (media_list:[Media];page:integer;page_size:integer)",
        "GET /2010-04-01/Accounts/{AccountSid}/Messages/{MessageSid}/Media/{Sid}.json > Media",
        "GET /2010-04-01/Accounts/{AccountSid}/Balance.json > (balance:string;currency:string)",
      ],
      schemas: [
        "Account": "sid:string;friendly_name:string;status:active|suspended|closed;date_created:string",
        "Message": "sid:string;account_sid:string;to:string;body:string;status:queued|sent;date_created:string",
        "Media": "sid:string;parent_sid:string;content_type:string",
      ]),
    expected: [
      "GET /2010-04-01/Accounts.json list accounts env=accounts page=page:Page/PageSize",
      "GET /2010-04-01/Accounts/{Sid}.json read accounts id=Sid",
      "POST /2010-04-01/Accounts/{Sid}.json update accounts id=Sid",
      "GET /2010-04-01/Accounts/{AccountSid}/Messages.json list messages in=accounts env=messages page=page:Page/PageSize",
      "POST /2010-04-01/Accounts/{AccountSid}/Messages.json create messages in=accounts",
      "GET /2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json read messages id=Sid in=accounts",
      "DELETE /2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json delete messages id=Sid in=accounts",
      "GET /2010-04-01/Accounts/{AccountSid}/Messages/{MessageSid}/Media.json list media in=accounts,messages env=media_list page=page:page/page_size",
      "GET /2010-04-01/Accounts/{AccountSid}/Messages/{MessageSid}/Media/{Sid}.json read media id=Sid in=accounts,messages",
      "GET /2010-04-01/Accounts/{AccountSid}/Balance.json read balance in=accounts",
    ])

  /// Names in Spanish.
  static let tienda = StyleCase(
    name: "tienda",
    document: smallDocument(
      [
        "GET /productos ?pagina:integer,porPagina:integer,categoria,buscar,ordenarPor > (datos:[Producto];total:integer;pagina:integer;paginas:integer)",
        "POST /productos <NuevoProducto >201 Producto",
        "GET /productos/{productoId} > Producto",
        "PUT /productos/{productoId} <NuevoProducto > Producto",
        "DELETE /productos/{productoId} >204",
        "GET /clientes/{clienteId}/pedidos > [Pedido]",
        "GET /pedidos > [Pedido]",
        "POST /pedidos <(clienteId:integer!;productos:[integer]) >201 Pedido",
        "GET /pedidos/{id} > Pedido",
        "POST /pedidos/{id}/cancelar > Pedido",
        "POST /pedidos/{id}/enviar > Pedido",
        "GET /perfil > Perfil",
        "PATCH /perfil <Perfil > Perfil",
        "POST /iniciar-sesion <(correo:string!;clave:string!) > (token:string)",
        "GET /clientes > [Cliente]",
      ],
      schemas: [
        "Producto": "id:integer!;nombre:string!;precio:number!;categoria:string;fechaCreacion:date-time",
        "NuevoProducto": "nombre:string!;precio:number!;categoria:string",
        "Pedido": "id:integer!;clienteId:integer!;estado:pendiente|enviado|cancelado;creadoEn:date-time",
        "Cliente": "id:integer!;nombre:string;correo:string",
        "Perfil": "nombre:string;idioma:string",
      ]),
    expected: [
      "GET /productos list productos env=datos page=page:pagina/porPagina",
      "POST /productos create productos",
      "GET /productos/{productoId} read productos id=productoId",
      "PUT /productos/{productoId} replace productos id=productoId",
      "DELETE /productos/{productoId} delete productos id=productoId",
      "GET /clientes/{clienteId}/pedidos list pedidos in=clientes",
      "GET /pedidos list pedidos",
      "POST /pedidos create pedidos",
      "GET /pedidos/{id} read pedidos id=id",
      "POST /pedidos/{id}/cancelar action pedidos id=id set=estado:cancelado",
      "POST /pedidos/{id}/enviar action pedidos id=id set=estado:enviado",
      "GET /perfil read perfil",
      "PATCH /perfil update perfil",
      "POST /iniciar-sesion action clientes",
      "GET /clientes list clientes",
    ])

  /// Bodies that are files, envelopes within envelopes, ids in the query.
  static let files = StyleCase(
    name: "files",
    document: smallDocument(
      [
        "GET /api/files ?page:integer,limit:integer > (code:integer;data:(items:[File];total:integer))",
        "POST /api/files <binary >201 (code:integer;data:File)",
        "GET /api/files/{fileId} > (code:integer;data:File)",
        "GET /api/files/{fileId}/content > binary",
        "GET /api/getFolder ?id:integer* > Folder",
        "GET /api/listFolders > [Folder]",
        "POST /api/createFolder <(name:string!) > Folder",
        "DELETE /api/deleteFolder ?id:integer* >204",
        "GET /api/users/me > Person",
        "GET /api/users > [Person]",
        "GET /api/users/{id} > Person",
        "GET /api/users/{id}/settings > Settings",
        "PUT /api/users/{id}/settings <Settings > Settings",
        "POST /api/files/batch-delete <(ids:[string]) >204",
      ],
      schemas: [
        "File": "id:uuid;name:string;size:integer;folderId:integer;created:date-time",
        "Folder": "id:integer;name:string",
        "Person": "id:integer;name:string",
        "Settings": "theme:string;language:string",
      ]),
    expected: [
      "GET /api/files list files env=data.items page=page:page/limit",
      "POST /api/files create files env=data",
      "GET /api/files/{fileId} read files id=fileId env=data",
      "GET /api/files/{fileId}/content call -",
      "GET /api/getFolder read folders id=?id",
      "GET /api/listFolders list folders",
      "POST /api/createFolder create folders",
      "DELETE /api/deleteFolder delete folders id=?id",
      "GET /api/users/me read users",
      "GET /api/users list users",
      "GET /api/users/{id} read users id=id",
      "GET /api/users/{id}/settings read settings in=users",
      "PUT /api/users/{id}/settings update settings in=users",
      "POST /api/files/batch-delete delete files",
    ])

  /// Other ways to page and to act.
  static let shop = StyleCase(
    name: "shop",
    document: smallDocument(
      [
        "GET /orders ?marker,limit:integer > (orders:[Order];next_marker:string)",
        "GET /orders/{order_id} > (order:Order)",
        "POST /orders <(order:NewOrder!) >201 (order:Order)",
        "POST /orders/{order_id}/cancel >202 (order:Order)",
        "PUT /orders/{order_id}/start > (order:Order)",
        "POST /orders/{order_id}/archive > (order:Order)",
        "POST /orders/{order_id}/refunds <(amount:integer!) >201 (refund:Refund)",
        "GET /orders/{order_id}/refunds > (refunds:[Refund])",
        "GET /products/search ?q,skip:integer,limit:integer > (products:[Product];total:integer;skip:integer;limit:integer)",
        "GET /products ?skip:integer,limit:integer > (products:[Product];total:integer;skip:integer;limit:integer)",
        "GET /products/{id} > Product",
        "GET /products/category/{category} ?skip:integer > (products:[Product];total:integer)",
        "POST /products/add <Product > Product",
        "GET /products/categories > [(slug:string;name:string)]",
      ],
      schemas: [
        "Order":
          "id:integer!;customer_id:integer;status:new|in_progress|canceled;archived:boolean;placed_at:date-time;created_at:date-time",
        "NewOrder": "customer_id:integer!",
        "Refund": "id:integer;order_id:integer;amount:integer",
        "Product": "id:integer;title:string;category:string;price:number",
      ]),
    expected: [
      "GET /orders list orders env=orders page=cursor:marker/limit",
      "POST /orders create orders env=order req=order",
      "GET /orders/{order_id} read orders id=order_id env=order",
      "POST /orders/{order_id}/cancel action orders id=order_id env=order set=status:canceled",
      "PUT /orders/{order_id}/start action orders id=order_id env=order set=status:in_progress",
      "POST /orders/{order_id}/archive action orders id=order_id env=order set=archived:true",
      "POST /orders/{order_id}/refunds create refunds in=orders env=refund",
      "GET /orders/{order_id}/refunds list refunds in=orders env=refunds",
      "GET /products/search list products env=products page=offset:skip/limit",
      "GET /products list products env=products page=offset:skip/limit",
      "GET /products/{id} read products id=id",
      "GET /products/category/{category} list products in={category} env=products page=offset:skip",
      "POST /products/add create products",
      "GET /products/categories list categories",
    ])
}
