# Blender 3.4 (Debian) helpers: procedural geometry, materials, froxel shadow baking, export of passes to .npy
import bpy, bmesh, math, random, json, os, sys, time
import numpy as np
from mathutils import Vector, Matrix, noise, Euler
from mathutils.bvhtree import BVHTree
pi=math.pi
FRAMING={}
def key(d): return FRAMING.get('key',d)
def taking(*names): return FRAMING.get('name') in names
OUT=os.environ.get('ART_TMP',os.path.join(os.path.dirname(os.path.abspath(__file__)),'tmp')); os.makedirs(OUT,exist_ok=True)

def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s=bpy.context.scene; s.render.engine='CYCLES'
    w=bpy.data.worlds.new('w'); s.world=w; w.use_nodes=True
    return s

# ---------- materials
def mat(name,col=(.2,.2,.2),rough=.8,metal=0,bump=.4,scale=2.0,vary=.5,brick=None,emit=None,estr=0,spec=.3,moss=None,detail=8):
    m=bpy.data.materials.new(name); m.use_nodes=True; nt=m.node_tree; N=nt.nodes; L=nt.links
    b=N['Principled BSDF']; b.inputs['Roughness'].default_value=rough; b.inputs['Metallic'].default_value=metal
    b.inputs['Specular'].default_value=spec
    if emit:
        b.inputs['Emission'].default_value=(*emit,1); b.inputs['Emission Strength'].default_value=estr
        b.inputs['Base Color'].default_value=(*col,1); return m
    tc=N.new('ShaderNodeTexCoord'); geo=N.new('ShaderNodeNewGeometry')
    n1=N.new('ShaderNodeTexNoise'); n1.inputs['Scale'].default_value=scale; n1.inputs['Detail'].default_value=detail; n1.inputs['Roughness'].default_value=.62
    L.new(geo.outputs['Position'],n1.inputs['Vector'])
    ramp=N.new('ShaderNodeValToRGB'); e=ramp.color_ramp.elements
    c=np.array(col); e[0].position=.3; e[1].position=.72
    e[0].color=(*(c*(1-vary)),1); e[1].color=(*np.clip(c*(1+vary),0,1),1)
    L.new(n1.outputs['Fac'],ramp.inputs['Fac']); colout=ramp.outputs['Color']; h=n1.outputs['Fac']
    if brick:
        bt=N.new('ShaderNodeTexBrick'); uv=tc.outputs['UV']
        bt.inputs['Scale'].default_value=1; bt.inputs['Brick Width'].default_value=brick[0]; bt.inputs['Row Height'].default_value=brick[1]
        bt.inputs['Mortar Size'].default_value=brick[1]*.07; bt.inputs['Mortar Smooth'].default_value=.6
        bt.inputs['Color1'].default_value=(1,1,1,1); bt.inputs['Color2'].default_value=(.62,.62,.62,1); bt.inputs['Mortar'].default_value=(.25,.25,.25,1)
        # wobble
        nn=N.new('ShaderNodeTexNoise'); nn.inputs['Scale'].default_value=.9; L.new(uv,nn.inputs['Vector'])
        mx=N.new('ShaderNodeMixRGB'); mx.blend_type='ADD'; mx.inputs['Fac'].default_value=.12*brick[0]
        L.new(uv,mx.inputs['Color1']); L.new(nn.outputs['Color'],mx.inputs['Color2']); L.new(mx.outputs['Color'],bt.inputs['Vector'])
        mul=N.new('ShaderNodeMixRGB'); mul.blend_type='MULTIPLY'; mul.inputs['Fac'].default_value=.9
        L.new(colout,mul.inputs['Color1']); L.new(bt.outputs['Color'],mul.inputs['Color2']); colout=mul.outputs['Color']
        ma=N.new('ShaderNodeMath'); ma.operation='MULTIPLY_ADD'; L.new(bt.outputs['Fac'],ma.inputs[0]); ma.inputs[1].default_value=-.8; L.new(h,ma.inputs[2]); h=ma.outputs[0]
    if moss:
        sx=N.new('ShaderNodeSeparateXYZ'); L.new(geo.outputs['Normal'],sx.inputs[0])
        mr=N.new('ShaderNodeMapRange'); mr.inputs['From Min'].default_value=.35; mr.inputs['From Max'].default_value=.85; L.new(sx.outputs['Z'],mr.inputs['Value'])
        mm=N.new('ShaderNodeMath'); mm.operation='MULTIPLY'; L.new(mr.outputs['Result'],mm.inputs[0]); L.new(n1.outputs['Fac'],mm.inputs[1])
        mx2=N.new('ShaderNodeMixRGB'); L.new(mm.outputs[0],mx2.inputs['Fac']); L.new(colout,mx2.inputs['Color1']); mx2.inputs['Color2'].default_value=(*moss,1); colout=mx2.outputs['Color']
    L.new(colout,b.inputs['Base Color'])
    if bump:
        bp=N.new('ShaderNodeBump'); bp.inputs['Strength'].default_value=min(1,bump); bp.inputs['Distance'].default_value=max(.02,.25*bump/ max(scale,.3))
        L.new(h,bp.inputs['Height']); L.new(bp.outputs['Normal'],b.inputs['Normal'])
    return m
def emis(name,col,s): return mat(name,(0,0,0),emit=col,estr=s)

def vortex(name,c,stops,st,arms=3,tw=.55,sc=.5,axis='XZ'):
    '''swirling emissive portal, centre c in the object's XZ plane'''
    m=bpy.data.materials.new(name); m.use_nodes=True; nt=m.node_tree; N=nt.nodes; L=nt.links; N.remove(N['Principled BSDF']); out=N['Material Output']
    tc=N.new('ShaderNodeTexCoord'); sp=N.new('ShaderNodeSeparateXYZ'); L.new(tc.outputs['Object'],sp.inputs[0])
    def M(op,a,b=None,c=None):
        n=N.new('ShaderNodeMath'); n.operation=op
        for i,x in enumerate((a,b,c)):
            if x is None: continue
            if isinstance(x,(int,float)): n.inputs[i].default_value=x
            else: L.new(x,n.inputs[i])
        return n.outputs[0]
    x=M('SUBTRACT',sp.outputs['X'],c[0]); z=M('SUBTRACT',sp.outputs['Z'],c[1]); z2=M('MULTIPLY',z,.62); r=M('SQRT',M('ADD',M('MULTIPLY',x,x),M('MULTIPLY',z2,z2))); th=M('ARCTAN2',z2,x)
    a=M('ADD',th,M('MULTIPLY',r,-tw)); cb=N.new('ShaderNodeCombineXYZ'); L.new(M('MULTIPLY',M('COSINE',a),M('ADD',M('MULTIPLY',r,.55),.6)),cb.inputs[0]); L.new(M('MULTIPLY',M('SINE',a),M('ADD',M('MULTIPLY',r,.55),.6)),cb.inputs[1]); L.new(M('MULTIPLY',r,-.35),cb.inputs[2])
    n=N.new('ShaderNodeTexNoise'); n.inputs['Scale'].default_value=sc*2.2; n.inputs['Detail'].default_value=9; n.inputs['Roughness'].default_value=.6; n.inputs['Distortion'].default_value=1.4; L.new(cb.outputs[0],n.inputs['Vector'])
    v=M('ADD',M('MULTIPLY',r,.17),M('MULTIPLY',M('SUBTRACT',n.outputs['Fac'],.5),1.25)); v=M('ADD',v,.12)
    ra=N.new('ShaderNodeValToRGB'); e=ra.color_ramp.elements
    while len(e)<len(stops): e.new(.5)
    for q,(p,cc) in zip(e,stops): q.position=p; q.color=(*cc,1)
    L.new(v,ra.inputs['Fac']); em=N.new('ShaderNodeEmission'); em.inputs['Strength'].default_value=st; L.new(ra.outputs['Color'],em.inputs['Color']); L.new(em.outputs[0],out.inputs['Surface']); return m
def cracks(m,col,st,scale=.42,w=.018):
    '''adds glowing fissures to a material (world XY Voronoi edges, broken up by noise)'''
    nt=m.node_tree; N=nt.nodes; L=nt.links; g=N.new('ShaderNodeNewGeometry'); nz=N.new('ShaderNodeTexNoise'); nz.inputs['Scale'].default_value=.9; nz.inputs['Detail'].default_value=5; L.new(g.outputs['Position'],nz.inputs['Vector'])
    mx=N.new('ShaderNodeMixRGB'); mx.blend_type='ADD'; mx.inputs['Fac'].default_value=.9; L.new(g.outputs['Position'],mx.inputs['Color1']); L.new(nz.outputs['Color'],mx.inputs['Color2'])
    v=N.new('ShaderNodeTexVoronoi'); v.feature='DISTANCE_TO_EDGE'; v.inputs['Scale'].default_value=scale; L.new(mx.outputs['Color'],v.inputs['Vector'])
    r=N.new('ShaderNodeMapRange'); r.inputs['From Min'].default_value=w; r.inputs['From Max'].default_value=w*.25; L.new(v.outputs['Distance'],r.inputs['Value'])
    n2=N.new('ShaderNodeTexNoise'); n2.inputs['Scale'].default_value=.22; L.new(g.outputs['Position'],n2.inputs['Vector']); r2=N.new('ShaderNodeMapRange'); r2.inputs['From Min'].default_value=.44; r2.inputs['From Max'].default_value=.6; L.new(n2.outputs['Fac'],r2.inputs['Value'])
    mu=N.new('ShaderNodeMath'); mu.operation='MULTIPLY'; L.new(r.outputs[0],mu.inputs[0]); L.new(r2.outputs[0],mu.inputs[1]); m3=N.new('ShaderNodeMath'); m3.operation='MULTIPLY'; m3.inputs[1].default_value=st; L.new(mu.outputs[0],m3.inputs[0])
    b=N['Principled BSDF']; b.inputs['Emission'].default_value=(*col,1); L.new(m3.outputs[0],b.inputs['Emission Strength'])
def cobbles(m,scale=2.6,wet=.5):
    '''turns a material into rounded paving stones (world XY Voronoi), wet where noise says so'''
    nt=m.node_tree; N=nt.nodes; L=nt.links; b=N['Principled BSDF']; g=N.new('ShaderNodeNewGeometry')
    v=N.new('ShaderNodeTexVoronoi'); v.feature='DISTANCE_TO_EDGE'; v.inputs['Scale'].default_value=scale; v.inputs['Randomness'].default_value=.75; L.new(g.outputs['Position'],v.inputs['Vector'])
    r=N.new('ShaderNodeMapRange'); r.interpolation_type='SMOOTHSTEP'; r.inputs['From Max'].default_value=.16; L.new(v.outputs['Distance'],r.inputs['Value'])
    c=N.new('ShaderNodeTexVoronoi'); c.inputs['Scale'].default_value=scale; c.inputs['Randomness'].default_value=.75; L.new(g.outputs['Position'],c.inputs['Vector'])
    h=N.new('ShaderNodeSeparateColor'); L.new(c.outputs['Color'],h.inputs[0]); k=N.new('ShaderNodeMapRange'); k.inputs['To Min'].default_value=.55; k.inputs['To Max'].default_value=1.15; L.new(h.outputs[0],k.inputs['Value'])
    q=N.new('ShaderNodeMath'); q.operation='MULTIPLY'; L.new(k.outputs[0],q.inputs[0]); L.new(r.outputs[0],q.inputs[1]); old=b.inputs['Base Color'].links[0].from_socket
    mu=N.new('ShaderNodeMixRGB'); mu.blend_type='MULTIPLY'; mu.inputs['Fac'].default_value=.85; L.new(old,mu.inputs['Color1']); L.new(q.outputs[0],mu.inputs['Color2']); L.new(mu.outputs['Color'],b.inputs['Base Color'])
    n=N.new('ShaderNodeTexNoise'); n.inputs['Scale'].default_value=.28; n.inputs['Detail'].default_value=4; L.new(g.outputs['Position'],n.inputs['Vector']); w=N.new('ShaderNodeMapRange'); w.inputs['From Min'].default_value=.42; w.inputs['From Max'].default_value=.6; w.inputs['To Min'].default_value=.62; w.inputs['To Max'].default_value=.62-.42*wet; L.new(n.outputs['Fac'],w.inputs['Value']); L.new(w.outputs[0],b.inputs['Roughness'])
    bp=N.new('ShaderNodeBump'); bp.inputs['Strength'].default_value=.5; bp.inputs['Distance'].default_value=.06; L.new(r.outputs[0],bp.inputs['Height']); L.new(bp.outputs['Normal'],b.inputs['Normal']); return m
def banner(m,loc,rz,w=1.6,h=5,seed=0):
    '''a hanging cloth with a swallow tail, its top edge at loc, facing local -Y'''
    v=[];n=14
    for j in range(n+1):
        for i in range(7):
            u=i/6-.5;q=j/n; v.append((u*w*(1-.06*q),-.10-.13*q*math.sin(i*1.5+q*5+seed),-h*q-(.34*w*(1-abs(u)*2)*-1 if j==n else 0)))
    f=[(j*7+i,j*7+i+1,(j+1)*7+i+1,(j+1)*7+i) for j in range(n) for i in range(6)]
    return add('banner',mesh('banner',v,f),m,True,loc=loc,rot=(0,0,rz))
def flames(m,loc,s,seed):
    r=random.Random(seed)
    for i in range(9):
        a=r.uniform(0,6.28);q=r.uniform(0,.62)*s*1.1;h=r.uniform(1.0,2.3)*s*(1.25-q/s*.7);w=r.uniform(.20,.34)*s; ph=r.uniform(0,9)
        n=9; pr=[(w*(math.sin(pi*min(1,.12+.88*t)**.75)**1.0)*(1-.55*t)+.002,h*t) for t in [k/n for k in range(n+1)]]
        o=lathe('fl',pr,12,m,cap=False,loc=(loc[0]+q*math.cos(a),loc[1]+q*math.sin(a),loc[2]))
        for v in o.data.vertices: v.co.x+=.22*s*math.sin(v.co.z/s*2.4+ph)*v.co.z/h; v.co.y+=.16*s*math.cos(v.co.z/s*2.1+ph)*v.co.z/h
def add(name,me,m=None,smooth=False,loc=(0,0,0),rot=(0,0,0),sc=(1,1,1)):
    o=bpy.data.objects.new(name,me); bpy.context.scene.collection.objects.link(o)
    if m is not None:
        if len(me.materials)==0: me.materials.append(m)
    if smooth: me.polygons.foreach_set('use_smooth',[True]*len(me.polygons))
    o.location=loc;o.rotation_euler=rot;o.scale=sc
    return o
def mesh(name,v,f,uv=None):
    me=bpy.data.meshes.new(name); me.from_pydata([tuple(x) for x in v],[],[tuple(x) for x in f])
    if uv is not None:
        l=me.uv_layers.new(); 
        for i,u in enumerate(uv): l.data[i].uv=u
    me.update(); return me
# surface of revolution with per-angle radius modulation; UV in metres
def lathe(name,prof,seg=32,m=None,mod=None,smooth=True,cap=True,**k):
    v=[];f=[];uv=[];n=len(prof)
    for (r,z) in prof:
        for j in range(seg):
            a=2*pi*j/seg; rr=r*(mod(a,z) if mod else 1); v.append((rr*math.cos(a),rr*math.sin(a),z))
    rmax=max(p[0] for p in prof)
    for i in range(n-1):
        for j in range(seg):
            a=i*seg+j;b=i*seg+(j+1)%seg; f.append((a,b,b+seg,a+seg))
            u0=2*pi*rmax*j/seg;u1=2*pi*rmax*(j+1)/seg;z0=prof[i][1];z1=prof[i+1][1]
            uv+=[(u0,z0),(u1,z0),(u1,z1),(u0,z1)]
    if cap:
        f.append(tuple(range((n-1)*seg,n*seg))); uv+=[(v[i][0],v[i][1]) for i in f[-1]]
    return add(name,mesh(name,v,f,uv),m,smooth,**k)
def boxmesh(sx,sy,sz,taper=1.0):
    x,y=sx/2,sy/2; v=[(-x,-y,0),(x,-y,0),(x,y,0),(-x,y,0)]+[(a*taper,b*taper,sz) for a,b in((-x,-y),(x,-y),(x,y),(-x,y))]
    f=[(0,3,2,1),(4,5,6,7),(0,1,5,4),(1,2,6,5),(2,3,7,6),(3,0,4,7)]; uv=[]
    for q in f:
        p=[Vector(v[i]) for i in q]; nrm=(p[1]-p[0]).cross(p[2]-p[0])
        for a in p:
            if abs(nrm.z)>max(abs(nrm.x),abs(nrm.y)): uv.append((a.x,a.y))
            elif abs(nrm.x)>abs(nrm.y): uv.append((a.y,a.z))
            else: uv.append((a.x,a.z))
    return mesh('box',v,f,uv)
def box(sx,sy,sz,m,loc=(0,0,0),rot=(0,0,0),taper=1.0): return add('box',boxmesh(sx,sy,sz,taper),m,loc=loc,rot=rot)
# beveled, noisy stone blocks (6 variants) for block-built ruins
_blocks={}
def blocks(m,nv=6):
    key=m.name
    if key in _blocks: return _blocks[key]
    L=[]
    for i in range(nv):
        bm=bmesh.new(); bmesh.ops.create_cube(bm,size=1); bmesh.ops.bevel(bm,geom=bm.edges[:],offset=.07,segments=2,affect='EDGES')
        bmesh.ops.subdivide_edges(bm,edges=[e for e in bm.edges if e.calc_length()>.4],cuts=3,use_grid_fill=True)
        for v in bm.verts: v.co+=noise.noise_vector(v.co*2.3+Vector((i*7,0,0)))*.05
        me=bpy.data.meshes.new('blk'); bm.to_mesh(me); bm.free(); me.materials.append(m); L.append(me)
    _blocks[key]=L; return L
def wall(m,p0,p1,h,bw=.9,bh=.45,th=.8,rng=random,z0=None,skip=None):
    """ruined wall of separate stones; h(t)->height at t in 0..1; skip(u,z)->True leaves a hole (u metres along)"""
    B=blocks(m); p0=Vector(p0);p1=Vector(p1); d=p1-p0; L=d.length; d.normalize(); ang=math.atan2(d.y,d.x); row=0;z=0
    H=max(h(t/20) for t in range(21))
    while z<H:
        u=-(row%2)*bw*.5
        while u<L:
            w=bw*rng.uniform(.75,1.25); c=u+w/2
            if 0<=c<=L and z+bh*.5<h(c/L)+rng.uniform(-.25,.25)*bh and not(skip and skip(c,z+bh/2)):
                o=add('b',rng.choice(B),loc=p0+d*c+Vector((0,0,z+bh/2)),rot=(rng.gauss(0,.012),rng.gauss(0,.012),ang+rng.gauss(0,.02)+rng.choice([0,pi])),sc=(w*.99,th*rng.uniform(.9,1.1),bh*.99))
            u+=w
        z+=bh;row+=1
def rubble(m,c,r,n,smin=.15,smax=.7,rng=random,zf=None):
    B=blocks(m)
    for i in range(n):
        a=rng.uniform(0,2*pi);q=r*math.sqrt(rng.random());x=c[0]+q*math.cos(a);y=c[1]+q*math.sin(a);s=rng.uniform(smin,smax)
        z=(zf(x,y) if zf else c[2])
        add('r',rng.choice(B),loc=(x,y,z+s*.15),rot=(rng.uniform(0,6),rng.uniform(0,6),rng.uniform(0,6)),sc=(s,s*rng.uniform(.5,1),s*rng.uniform(.4,.9)))
def heightmesh(name,fn,x0,x1,y0,y1,nx,ny,m):
    xs=np.linspace(x0,x1,nx);ys=np.linspace(y0,y1,ny)
    v=[(x,y,fn(x,y)) for y in ys for x in xs]
    f=[(j*nx+i,j*nx+i+1,(j+1)*nx+i+1,(j+1)*nx+i) for j in range(ny-1) for i in range(nx-1)]
    return add(name,mesh(name,v,f),m,True)
def fbm(x,y,z=0,o=5,h=1.0,l=2.1): return noise.fractal(Vector((x,y,z)),h,l,o,noise_basis='PERLIN_ORIGINAL')
def ridged(x,y,z=0,o=6): return noise.ridged_multi_fractal(Vector((x,y,z)),.9,2.1,o,1.0,2.0)
# dead tree: curves with taper
def tree(m,loc,h=8,r=.35,seed=0,levels=5,gnarl=.5,lean=(0,0),up=.25,kids=(2,4),droop=0):
    rng=random.Random(seed); cu=bpy.data.curves.new('tree','CURVE'); cu.dimensions='3D'; cu.bevel_depth=1.0; cu.bevel_resolution=2; cu.use_fill_caps=True
    def grow(p,d,L,rad,lv):
        n=max(4,int(6-lv*.4)+2); pts=[]; q=p.copy(); dd=d.copy()
        for i in range(n):
            t=i/(n-1); pts.append((q.copy(),rad*(1-.62*t)))
            dd=(dd+Vector((rng.gauss(0,1),rng.gauss(0,1),rng.gauss(0,.7)))*gnarl*.32+Vector((0,0,up*.25-droop*lv*.06))).normalized(); q=q+dd*(L/(n-1))
        sp=cu.splines.new('POLY'); sp.points.add(n-1)
        for i,(a,rr) in enumerate(pts): sp.points[i].co=(*a,1); sp.points[i].radius=max(rr,.004)
        if lv<levels:
            for k in range(rng.randint(*kids)+(1 if lv==0 else 0)):
                t=rng.uniform(.35,1) if lv>0 else rng.uniform(.45,1); i=min(n-1,int(t*(n-1))); a,rr=pts[i]
                az=rng.uniform(0,2*pi); side=Vector((math.cos(az),math.sin(az),rng.uniform(-.1,.6)))
                nd=(dd*.45+side).normalized(); grow(a,nd,L*rng.uniform(.5,.8),rr*rng.uniform(.5,.75),lv+1)
    # root flare
    for k in range(6):
        a=k*pi/3+rng.uniform(-.3,.3); sp=cu.splines.new('POLY'); sp.points.add(3)
        for i,(q,z,rr) in enumerate(((0,.9,.75),(.9,.35,.55),(2.0,.0,.3),(3.6,-.25,.1))): sp.points[i].co=(r*q*math.cos(a+.15*i),r*q*math.sin(a+.15*i),z*r*1.5,1); sp.points[i].radius=r*rr
    grow(Vector((0,0,-.2)),Vector((lean[0],lean[1],1)).normalized(),h*.45,r,0)
    cu.materials.append(m); o=bpy.data.objects.new('tree',cu); bpy.context.scene.collection.objects.link(o); o.location=loc; return o
def grass(m,n,x0,x1,y0,y1,zf,hmin=.15,hmax=.6,seed=1,wid=.012,mask=None,lean=.45):
    r=np.random.RandomState(seed); v=[];f=[]
    for i in range(n):
        x=r.uniform(x0,x1);y=r.uniform(y0,y1)
        if mask and r.rand()>mask(x,y): continue
        z=zf(x,y);h=r.uniform(hmin,hmax);a=r.uniform(0,6.28);b=r.uniform(0,6.28);dx,dy=math.cos(a)*wid*(.6+h),math.sin(a)*wid*(.6+h)
        lx,ly=math.cos(b)*h*lean*r.rand(),math.sin(b)*h*lean*r.rand(); k=len(v)
        v+=[(x-dx,y-dy,z-.03),(x+dx,y+dy,z-.03),(x+dx*.7+lx*.3,y+dy*.7+ly*.3,z+h*.55),(x-dx*.7+lx*.3,y-dy*.7+ly*.3,z+h*.55),(x+lx,y+ly,z+h)]
        f+=[(k,k+1,k+2,k+3),(k+3,k+2,k+4)]
    return add('grass',mesh('grass',v,f),m)
# gothic pointed-arch outline (width w, spring height s), base z=0
def arch_pts(w,s,n=12,k=1.0):
    R=w*k; P=[(-w/2,0),(-w/2,s)]; cx=-w/2+R; a1=math.acos((R-w/2)/R)
    for i in range(1,n+1):
        a=a1*i/n; P.append((cx-R*math.cos(a),s+R*math.sin(a)))
    for i in range(n-1,-1,-1):
        a=a1*i/n; P.append((-(cx-R*math.cos(a)),s+R*math.sin(a)))
    P.append((w/2,0)); return P
def window(w,s,loc,rz,mglow,mframe,fr=.12,dep=.25,bars=True):
    """glowing pointed window facing -Y in local space"""
    P=arch_pts(w,s); me=mesh('win',[(x,-dep*.5,z) for x,z in P],[tuple(range(len(P)))]); o=add('win',me,mglow,loc=loc,rot=(0,0,rz))
    Q=arch_pts(w+2*fr,s); n=len(P); v=[];f=[]
    for (x,z),(X,Z) in zip(P,Q): v+=[(x,-dep,z),(X,-dep,Z-(0 if Z>0 else fr)),(x,0,z),(X,0,Z)]
    for i in range(n-1):
        a=4*i;b=a+4; f+=[(a,a+1,b+1,b),(a,b,b+2,a+2),(a+1,a+3,b+3,b+1)]
    add('wf',mesh('wf',v,f),mframe,loc=loc,rot=(0,0,rz))
    if bars:
        H=max(z for x,z in P)
        for bx in (0,): 
            b=box(.07*w,.05,H,mframe,rot=(0,0,rz)); b.location=Vector(loc)+Matrix.Rotation(rz,3,'Z')@Vector((bx,-dep*.7,0))
        for bz in (.35,.65):
            b=box(w,.05,.06*w,mframe,rot=(0,0,rz)); b.location=Vector(loc)+Matrix.Rotation(rz,3,'Z')@Vector((0,-dep*.7,H*bz))
    return o
def archway(w,s,th,dep,m,loc=(0,0,0),rz=0,steps=1):
    """solid archivolt (moulded), steps recessed orders"""
    for k in range(steps):
        a=w+2*th*k; P=arch_pts(a,s,20); Q=arch_pts(a+2*th*1.05,s,20); d0=-dep/2-.0+ k*.0 - (steps-1-k)*-0.0
        y0=-dep/2+ (steps-1-k)*dep*.18; y1=dep/2-(steps-1-k)*dep*.18
        v=[];f=[];uv=[]
        for (x,z),(X,Z) in zip(P,Q): v+=[(x,y0,z),(X,y0,Z),(x,y1,z),(X,y1,Z)]
        for i in range(len(P)-1):
            A=4*i;B=A+4; f+=[(A,A+1,B+1,B),(A+2,B+2,B+3,A+3),(A,B,B+2,A+2),(A+1,A+3,B+3,B+1)]
        L=0; acc=[0]
        for i in range(len(P)-1): L+=math.dist(P[i],P[i+1]); acc.append(L)
        for q in f: uv+=[(acc[i//4], (0 if i%2==0 else th)+ (y1-y0 if (i%4)>1 else 0)) for i in q]
        add('arch',mesh('arch',v,f,uv),m,loc=loc,rot=(0,0,rz))
def tower(m,mroof,loc,r=4,h=20,roof=8,cren=True,seg=40,win=None,mfr=None,seed=0,ruin=0,flare=1.12):
    x,y,z=loc; rng=random.Random(seed)
    prof=[(r*1.14,0),(r*1.05,h*.1),(r,h*.25),(r*.98,h*.8),(r*.98,h*.86),(r*flare,h*.9),(r*flare,h)]
    def md(a,zz): return 1+.012*fbm(math.cos(a)*2+seed,math.sin(a)*2,zz*.35)
    lathe('tower',prof,seg,m,md,loc=loc)
    if cren:
        n=int(2*pi*r*flare/(r*.36)/2)
        for i in range(n):
            if rng.random()<ruin: continue
            a=2*pi*i/n; box(r*.3,r*.2,r*.36*rng.uniform(.85,1.05),m,(x+r*flare*.93*math.cos(a),y+r*flare*.93*math.sin(a),z+h),(0,0,a+pi/2))
        for i in range(n*2):   # corbels
            a=2*pi*(i+.5)/(n*2); box(r*.09,r*.16,h*.035,m,(x+r*1.03*math.cos(a),y+r*1.03*math.sin(a),z+h*.855),(0,0,a+pi/2))
    if roof:
        pr=[(r*1.22,0),(r*1.0,roof*.1),(r*.62,roof*.4),(r*.3,roof*.7),(r*.06,roof*.97),(r*.035,roof*1.12),(0.01,roof*1.3)]
        lathe('roof',pr,seg,mroof,lambda a,zz:1+.02*math.sin(a*seg/2),loc=(x,y,z+h+r*.12),cap=False)
    if win:
        for (az,zz,w) in win:
            window(w,w*1.5,(x+r*1.0*math.cos(az),y+r*1.0*math.sin(az),z+zz),az+pi/2,*mfr,fr=w*.16,dep=w*.3)
# robed/caped figure seen from behind or front; height ~1.85
def figure(m,loc,rz=0,s=1.0,kind='mage',mglow=None,mmetal=None,seed=0,wing=None):
    rng=random.Random(seed); root=bpy.data.objects.new('fig',None); bpy.context.scene.collection.objects.link(root)
    mm=mmetal or m; parts=[]
    wind=rng.uniform(-.5,.5)
    def folds(a,z):
        k=max(0,1-z/1.35); return 1+.17*k*math.sin(a*7+seed+2.2*math.sin(a))+.08*k*math.sin(a*13+seed*2)+.03*math.sin(a*3+z*6)
    if kind=='mage':
        parts.append(lathe('robe',[(.60,-.05),(.56,.02),(.46,.3),(.36,.6),(.27,.9),(.25,1.05),(.29,1.25),(.30,1.38),(.22,1.48),(.12,1.54)],72,m,folds))
        parts.append(lathe('hood',[(.26,1.40),(.24,1.50),(.20,1.60),(.185,1.70),(.15,1.79),(.08,1.86),(.02,1.90)],40,m,lambda a,z:1+.05*math.sin(a*5)+.12*max(0,math.cos(a-pi/2))*(z-1.4)))
        for sx in(-1,1): # sleeve
            o=lathe('sleeve',[(.20,0),(.16,.12),(.10,.45),(.09,.62)],32,m,lambda a,z:1+.12*math.sin(a*6)*(.6-z)); o.location=(sx*.55,-.28 if sx>0 else -.1,.95 if sx>0 else .72); o.rotation_euler=Euler((-.45 if sx>0 else -.1,-sx*.62,0)); parts.append(o)
        st=lathe('staff',[(.022,0),(.018,1),(.022,2.25)],10,m); st.location=(.62,-.34,-.02); parts.append(st)
        if mglow:
            bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3,radius=.085,location=(.62,-.34,2.38)); o=bpy.context.object; o.data.materials.append(mglow); parts.append(o)
        for k in range(3):
            a=k*2*pi/3; o=lathe('prong',[(.02,0),(.012,.25),(.002,.34)],8,m); o.location=(.62+.07*math.cos(a),-.34+.07*math.sin(a),2.2); o.rotation_euler=(.35*math.sin(-a),.35*math.cos(a),0); parts.append(o)
    else:
        def cape(a,z):
            k=max(0,1-z/1.4); back=max(0,-math.sin(a)); return 1+.20*k*math.sin(a*8+seed)+.08*k*math.sin(a*15+seed*3)+.5*k*back
        parts.append(lathe('cape',[(.46,.12),(.43,.3),(.36,.7),(.30,1.05),(.31,1.3),(.27,1.42),(.14,1.5)],80,m,cape))
        for sx in(-1,1):
            lg=lathe('leg',[(.12,-.02),(.10,.1),(.11,.4),(.13,.8)],16,mm); lg.location=(sx*.15,.0,0); lg.rotation_euler=(0,-sx*.05,0); parts.append(lg)
            for j,(rr,zz) in enumerate(((.19,1.40),(.165,1.33),(.14,1.25))):
                bpy.ops.mesh.primitive_uv_sphere_add(segments=24,ring_count=14,radius=rr); o=bpy.context.object; o.scale=(1.05,.9,.62); o.location=(sx*(.33+.05*j),0,zz); o.rotation_euler=(0,sx*.5,0); o.data.materials.append(mm); parts.append(o); bpy.ops.object.shade_smooth()
            bpy.ops.mesh.primitive_uv_sphere_add(segments=16,ring_count=10,radius=.085); o=bpy.context.object; o.scale=(.85,1.1,1.25); o.location=(sx*.54,-.03,.77); o.data.materials.append(mm); parts.append(o); bpy.ops.object.shade_smooth()
            arm=lathe('arm',[(.075,0),(.085,.25),(.10,.55)],16,mm); arm.location=(sx*.52,-.02,.82); arm.rotation_euler=(0,-sx*.16,0); parts.append(arm)
        parts.append(lathe('helm',[(.13,1.5),(.145,1.58),(.15,1.68),(.13,1.78),(.08,1.85),(.02,1.89)],28,mm,lambda a,z:1+.04*math.cos(a*2)))
        if kind in('demon','horned'):
            for sx in(-1,1):
                cu=bpy.data.curves.new('horn','CURVE'); cu.dimensions='3D';cu.bevel_depth=1;cu.bevel_resolution=3; sp=cu.splines.new('POLY'); n=12; sp.points.add(n-1)
                for i in range(n):
                    t=i/(n-1); sp.points[i].co=(sx*(.10+.28*math.sin(t*2.2)),.02,1.74+.42*t*t+.06*t,1); sp.points[i].radius=.055*(1-t)+.003
                cu.materials.append(mm); o=bpy.data.objects.new('horn',cu); bpy.context.scene.collection.objects.link(o); parts.append(o)
        # sword, point down at right hand
        bl=box(.075,.018,1.12,mm,(.66,-.1,-.08)); parts.append(bl)
        parts.append(box(.34,.05,.05,mm,(.66,-.1,1.02))); parts.append(lathe('grip',[(.022,0),(.026,.12),(.02,.24),(.04,.26),(.04,.31)],12,mm,loc=(.66,-.1,1.06)))
    if wing:
        for sx in(-1,1):
            parts+=wingobj(wing,sx,seed)
    for p in parts:
        p.parent=root
    root.location=loc; root.rotation_euler=(0,0,rz); root.scale=(s,s,s); return root
def wingobj(m,sx,seed=0,span=2.0,raise_=.9):
    """feathered wing: fan of long leaf-shaped cards in 3 rows"""
    rng=random.Random(seed+int(sx)); v=[];f=[]
    # arm bone polyline
    def bone(t): return Vector((sx*(.12+span*.62*math.sin(t*1.5)),.18+.25*t,1.32+raise_*math.sin(t*1.9)*1.05-.15*t*t))
    for row,(n,L0,L1,wd,off) in enumerate(((20,1.0,2.1,.13,0),(18,.6,1.15,.12,.03),(16,.3,.6,.10,.06))):
        for i in range(n):
            t=i/(n-1); p=bone(t); ang=(-1.45+1.75*t**1.3) ; L=(L0+(L1-L0)*t)*rng.uniform(.93,1.07)
            d=Vector((sx*math.cos(ang),.10+.05*row,math.sin(ang)-.15)).normalized(); s=Vector((-d.z*sx,0,d.x*sx)).normalized(); k=len(v); w=wd*(1+.4*t)
            prof=((0,.35),(.25,.9),(.6,1.0),(.85,.75),(1.0,.05)); 
            for q,ww in prof: v+=[p+d*L*q-s*w*ww*.5+Vector((0,off-.12*q*q,-.10*q*q*L)),p+d*L*q+s*w*ww*.5+Vector((0,off+.015-.12*q*q,-.10*q*q*L))]
            for j in range(len(prof)-1): f.append((k+2*j,k+2*j+1,k+2*j+3,k+2*j+2))
    return [add('wing',mesh('wing',v,f),m)]
def batwing(m,sx,span=2.4):
    """membrane wing with fingers"""
    v=[Vector((sx*.12,.15,1.35)),Vector((sx*span*.35,.3,2.5))]
    tips=[Vector((sx*span*1.0,.35,2.9)),Vector((sx*span*1.02,.35,1.75)),Vector((sx*span*.8,.3,.95)),Vector((sx*span*.45,.25,.6))]
    pts=[];f=[]
    n=10; parts=[]
    ring=[]
    for a,b in zip(tips,tips[1:]+[Vector((sx*.14,.2,.75))]):
        for i in range(n):
            t=i/n; c=a.lerp(b,t); hub=v[1] if True else v[0]; c=c.lerp(hub,.26*math.sin(pi*t)); ring.append(c)
    ring.append(Vector((sx*.14,.2,.75))); ring.append(v[0])
    V=[v[1]]+ring; F=[(0,i,i+1) for i in range(1,len(ring))]
    parts.append(add('bw',mesh('bw',V,F),m))
    cu=bpy.data.curves.new('bones','CURVE'); cu.dimensions='3D';cu.bevel_depth=1;cu.bevel_resolution=2
    for a,b,r in [(v[0],v[1],.06)]+[(v[1],t,.04) for t in tips]:
        sp=cu.splines.new('POLY'); sp.points.add(5)
        for i in range(6):
            t=i/5; c=a.lerp(b,t)+Vector((0,0,.12*math.sin(pi*t))); sp.points[i].co=(*c,1); sp.points[i].radius=r*(1-.8*t)+.006
    cu.materials.append(m); o=bpy.data.objects.new('bones',cu); bpy.context.scene.collection.objects.link(o); parts.append(o); return parts
# ---------- lights
def sun(dirv,col,st,ang=.5):
    l=bpy.data.lights.new('sun','SUN'); l.energy=st; l.color=col; l.angle=math.radians(ang); o=bpy.data.objects.new('sun',l); bpy.context.scene.collection.objects.link(o)
    o.rotation_euler=Vector(dirv).to_track_quat('Z','Y').to_euler(); return o  # dirv points TOWARDS the light
POINTS=[]
def point(loc,col,w,r=.2,vol=True):
    l=bpy.data.lights.new('p','POINT'); l.energy=w; l.color=col; l.shadow_soft_size=r; o=bpy.data.objects.new('p',l); bpy.context.scene.collection.objects.link(o); o.location=loc
    if vol: POINTS.append(dict(loc=list(loc),col=list(col),w=w))
    return o
def area(loc,target,col,w,sx,sy):
    l=bpy.data.lights.new('a','AREA'); l.energy=w; l.color=col; l.shape='RECTANGLE'; l.size=sx; l.size_y=sy; o=bpy.data.objects.new('a',l); bpy.context.scene.collection.objects.link(o); o.location=loc
    o.rotation_euler=(Vector(loc)-Vector(target)).to_track_quat('Z','Y').to_euler(); return o
def world(col,st):
    b=bpy.context.scene.world.node_tree.nodes['Background']; b.inputs[0].default_value=(*col,1); b.inputs[1].default_value=st
def camera(loc,target,lens=35,shift=(0,0)):
    v=os.environ.get('ART_CAM'); v=[float(x) for x in v.split(',')] if v else FRAMING.get('camera')
    if v: loc,target,lens=v[:3],v[3:6],v[6]
    c=bpy.data.cameras.new('c'); c.lens=lens; c.sensor_width=36; c.clip_end=5000; c.clip_start=.05; c.shift_x,c.shift_y=shift
    o=bpy.data.objects.new('c',c); bpy.context.scene.collection.objects.link(o); o.location=loc
    o.rotation_euler=(Vector(loc)-Vector(target)).to_track_quat('Z','Y').to_euler(); bpy.context.scene.camera=o; return o
# ---------- render + export
def render(name,W,H,spp,keydir=None,far=300,frox=(160,90,56),bounces=3,extra=None,near=.3):
    s=bpy.context.scene; r=s.render; r.resolution_x=W;r.resolution_y=H;r.resolution_percentage=100;r.film_transparent=True
    c=s.cycles; c.samples=spp; c.use_denoising=False; c.use_adaptive_sampling=True; c.adaptive_threshold=.03; c.adaptive_min_samples=max(6,spp//4)
    c.max_bounces=bounces; c.diffuse_bounces=bounces; c.glossy_bounces=2; c.transparent_max_bounces=4; c.sample_clamp_indirect=3; c.sample_clamp_direct=14; c.caustics_reflective=c.caustics_refractive=False; c.pixel_filter_type='BLACKMAN_HARRIS'
    s.view_settings.view_transform='Raw' if 'Raw' in [v.name for v in s.view_settings.bl_rna.properties['view_transform'].enum_items] else 'Standard'
    r.threads_mode='FIXED'; r.threads=2; r.use_persistent_data=False
    vl=s.view_layers[0]; vl.use_pass_z=True; vl.use_pass_normal=True; vl.use_pass_diffuse_color=True
    s.use_nodes=True; nt=s.node_tree; nt.nodes.clear(); rl=nt.nodes.new('CompositorNodeRLayers')
    fo=nt.nodes.new('CompositorNodeOutputFile'); fo.base_path=f'{OUT}/{name}_'; fo.format.file_format='OPEN_EXR'; fo.format.color_depth='32'; fo.format.color_mode='RGBA'; fo.file_slots.clear()
    for n in ('Image','Depth','Normal','DiffCol'):
        fo.file_slots.new(n); nt.links.new(rl.outputs[n],fo.inputs[n])
    co=nt.nodes.new('CompositorNodeComposite'); nt.links.new(rl.outputs['Image'],co.inputs[0])
    t=time.time(); bpy.ops.render.render(); tr=time.time()-t
    A={}
    for n,ch in (('Image',4),('Depth',1),('Normal',3),('DiffCol',3)):
        im=bpy.data.images.load(f'{OUT}/{name}_/{n}{s.frame_current:04d}.exr'); im.colorspace_settings.name='Non-Color' if n!='Image' else im.colorspace_settings.name
        a=np.empty(W*H*4,np.float32); im.pixels.foreach_get(a); A[n]=a.reshape(H,W,4)[::-1,:,:ch].copy(); bpy.data.images.remove(im)
    cam=s.camera; dg=bpy.context.evaluated_depsgraph_get(); mw=cam.matrix_world
    # frame corners at unit depth
    fr=[Vector(p) for p in cam.data.view_frame(scene=s)]; fr=[p/(-p.z) for p in fr]
    meta=dict(W=W,H=H,cam=[list(x) for x in mw],frame=[list(p) for p in fr],points=POINTS,far=far,near=near,key=list(keydir) if keydir else None,tris=0,t_render=tr,spp=spp)
    # froxel key-light visibility
    t=time.time(); FW,FH,FD=frox; vis=np.ones((FH,FW,FD),np.float32)
    if keydir:
        bv=scene_bvh(dg,meta); K=Vector(keydir).normalized(); R=mw.to_3x3(); O=mw.translation
        xs=[min(p.x for p in fr),max(p.x for p in fr)];ys=[min(p.y for p in fr),max(p.y for p in fr)]
        Z=A['Depth'][...,0]; hh=H//FH; ww=W//FW
        for j in range(FH):
            for i in range(FW):
                dv=R@Vector((xs[0]+(xs[1]-xs[0])*(i+.5)/FW, ys[1]-(ys[1]-ys[0])*(j+.5)/FH,-1))
                zmax=float(Z[j*hh:(j+1)*hh,i*ww:(i+1)*ww].max())
                for k in range(FD):
                    d=near*(far/near)**((k+.5)/FD)
                    if d>zmax*1.1: vis[j,i,k]=vis[j,i,k-1]; continue
                    if bv.ray_cast(O+dv*d,K)[0] is not None: vis[j,i,k]=0
    meta['t_frox']=time.time()-t
    np.savez(f'{OUT}/{name}.npz',vis=vis.astype(np.float16),**{k:v.astype(np.float32) for k,v in A.items()}); json.dump(meta,open(f'{OUT}/{name}.json','w'))
    print(f'RENDERED {name} {W}x{H} spp{spp} cycles {tr:.1f}s frox {meta["t_frox"]:.1f}s tris {meta["tris"]}')
def scene_bvh(dg,meta):
    V=[];F=[];off=0
    for inst in dg.object_instances:
        o=inst.object
        if o.type not in('MESH','CURVE') or o.name.startswith('grass'): continue
        try: me=o.to_mesh()
        except Exception: continue
        if me is None or not len(me.vertices): continue
        me.calc_loop_triangles(); n=len(me.vertices); co=np.empty(n*3,np.float32); me.vertices.foreach_get('co',co); M=np.array(inst.matrix_world,np.float32)
        co=co.reshape(-1,3)@M[:3,:3].T+M[:3,3]; ti=np.empty(len(me.loop_triangles)*3,np.int32); me.loop_triangles.foreach_get('vertices',ti)
        V.append(co);F.append(ti.reshape(-1,3)+off);off+=n; o.to_mesh_clear()
    V=np.concatenate(V);F=np.concatenate(F); meta['tris']=int(len(F))
    return BVHTree.FromPolygons(V.tolist(),F.tolist(),all_triangles=True)
